"""A page without a browser: the command `corten view`, and the few bytes of HTTP and WebSocket that its page would say."""
import base64
import json
import os
import re
import socket
import struct
import subprocess
import threading
import time
import urllib.parse

SCENE_MAGIC, FRAME_MAGIC = 0x53545243, 0x46545243
PAGE = '<!doctype html><title>test</title><script>1</script>'


class Viewer:
    """`corten view` with a page of its own for tests; `log` is what it said on standard error."""

    def __init__(self, command, model, folder, *options):
        page = os.path.join(folder, 'page.html')
        with open(page, 'w', encoding='utf-8') as file:
            file.write(PAGE)
        self.process = subprocess.Popen([command, 'view', model, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True, env=dict(os.environ, CORTEN_PAGE=page))
        self.address = self.process.stdout.readline().strip()
        parts = urllib.parse.urlsplit(self.address)
        self.host, self.port = parts.hostname, parts.port
        self.token = urllib.parse.parse_qs(parts.query)['token'][0]
        self.log = []
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stderr:
            self.log.append(line.rstrip())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
        try:
            self.code = self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        finally:
            self.reader.join(5)
            self.process.stdout.close()
            self.process.stderr.close()

    def connect(self):
        return socket.create_connection((self.host, self.port), timeout=5)

    def raw(self, data, most=10_000_000):
        """Sends bytes and returns all that comes back until the server closes."""
        with self.connect() as sock:
            sock.sendall(data)
            answer = b''
            try:
                while len(answer) < most and (part := sock.recv(1 << 16)):
                    answer += part
            except (TimeoutError, ConnectionResetError):
                pass
            return answer

    def get(self, path, method='GET', host=None, **headers):
        """(status, body) of a request."""
        lines = [f'{method} {path} HTTP/1.1', f'Host: {host or f"{self.host}:{self.port}"}']
        lines += [f'{name.replace("_", "-")}: {value}' for name, value in headers.items()]
        head, _, body = self.raw(('\r\n'.join(lines) + '\r\n\r\n').encode()).partition(b'\r\n\r\n')
        return int(head.split()[1]) if head else 0, body

    def scene(self):
        status, body = self.get(f'/scene?token={self.token}')
        assert status == 200, status
        magic, size = struct.unpack_from('<II', body)
        assert magic == SCENE_MAGIC
        scene = json.loads(body[8:8 + size])
        scene['data'] = body[8 + size:]
        return scene

    def page(self, **options):
        return Page(self, **options)


class Refused(Exception):
    """The answer of the server to a handshake, instead of 101."""


class Page:
    """A WebSocket; frames and events are collected by pump()."""

    def __init__(self, viewer, token=None, origin=None, host=None):
        host = host or f'{viewer.host}:{viewer.port}'
        origin = f'http://{host}' if origin is None else origin
        self.sock, self.rest = viewer.connect(), b''
        self.sock.sendall((f'GET /ws?token={viewer.token if token is None else token} HTTP/1.1\r\nHost: {host}\r\n'
                           'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n'
                           f'Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n'
                           + (f'Origin: {origin}\r\n' if origin else '') + '\r\n').encode())
        head = b''
        while b'\r\n\r\n' not in head:
            part = self.sock.recv(4096)
            if not part:
                break
            head += part
        head, _, self.rest = head.partition(b'\r\n\r\n')
        if b' 101 ' not in head:
            self.sock.close()
            found = re.match(rb'HTTP/1.1 (\d+)', head)
            raise Refused(int(found[1]) if found else 0)
        self.events, self.frames, self.drawn, self.acknowledges, self.closed = [], 0, 0, True, False
        self.frame = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.sock.close()

    def send_frame(self, opcode, payload, final=True, length=None):
        size = len(payload) if length is None else length
        head = bytes([(0x80 if final else 0) | opcode])
        head += bytes([0x80 | size]) if size < 126 else (
            b'\xfe' + struct.pack('>H', size) if size < 65536 else b'\xff' + struct.pack('>Q', size))
        mask = os.urandom(4)
        whole = (mask * (len(payload) // 4 + 1))[:len(payload)]
        body = (int.from_bytes(payload, 'big') ^ int.from_bytes(whole, 'big')).to_bytes(len(payload), 'big')
        self.sock.sendall(head + mask + body)

    def send(self, do, **members):
        self.send_frame(1, json.dumps({'do': do, **members}).encode())

    def _exactly(self, count):
        while len(self.rest) < count:
            part = self.sock.recv(1 << 16)
            if not part:
                raise ConnectionResetError
            self.rest += part
        data, self.rest = self.rest[:count], self.rest[count:]
        return data

    def _message(self):
        first, size = self._exactly(2)
        if size == 126:
            size, = struct.unpack('>H', self._exactly(2))
        elif size == 127:
            size, = struct.unpack('>Q', self._exactly(8))
        return first & 15, self._exactly(size)

    def pump(self, until, seconds=5):
        """Reads messages until `until(self)` holds; returns its value."""
        deadline = time.monotonic() + seconds
        while not (value := until(self)):
            left = deadline - time.monotonic()
            if left <= 0 or self.closed:
                raise AssertionError(f'waited in vain; last events {self.events[-5:]}, {self.frames} frames')
            self.sock.settimeout(left)
            try:
                opcode, payload = self._message()
            except (ConnectionResetError, BrokenPipeError):
                self.closed = True
                continue
            except TimeoutError:
                continue
            if opcode == 1:
                self.events.append(json.loads(payload))
            elif opcode == 2:
                self.frames += 1
                self.frame = payload
                if self.acknowledges:
                    self.acknowledge()
            elif opcode == 8:
                self.closed = True
        return value

    def acknowledge(self):
        try:
            self.send('got', number=self.frames)
        except OSError:  # the server has closed; what it sent before is still to be read
            self.acknowledges = False

    def wait_event(self, kind, /, seconds=5, **members):
        """The next event of that name with those members, taken off the list with what came before."""
        def find(page):
            for i, event in enumerate(page.events):
                if event['event'] == kind and all(event.get(k) == v for k, v in members.items()):
                    del page.events[:i + 1]
                    return event
            return None
        return self.pump(find, seconds)

    def next_frame(self, scene, seconds=5):
        """The next frame of this scene; those of another one are left out."""
        self.frame = None
        self.pump(lambda page: page.frame and struct.unpack_from('<I', page.frame, 4)[0] == scene['id'], seconds)
        return parse_frame(self.frame, scene)

    def wait_frame(self, scene, condition, seconds=5):
        """The next frame for which the condition holds."""
        deadline = time.monotonic() + seconds
        while True:
            frame = self.next_frame(scene, max(0.1, deadline - time.monotonic()))
            if condition(frame):
                return frame


def parse_frame(data, scene):
    magic, scene_id, flags, contacts = struct.unpack_from('<IIII', data)
    assert magic == FRAME_MAGIC
    frame = dict(zip(('time', 'wall'), struct.unpack_from('<dd', data, 16)), scene=scene_id, flags=flags)
    at = 32
    for entry in scene['layout']:
        kind = 'f' if entry['dtype'] == 'f32' else 'i'
        frame[entry['name']] = struct.unpack_from(f'<{entry["count"]}{kind}', data, at)
        at += 4 * entry['count']
    frame['contacts'] = [struct.unpack_from('<24f', data, at + 96 * i) for i in range(contacts)]
    assert at + 96 * contacts == len(data)
    return frame
