#!/usr/bin/env python3
"""The viewer's server: what a page can do, and what nobody can.

  view_test.py --command PROGRAM [unittest arguments]

Starts `corten view` on the loopback and talks to it as a page, as a slow page, and as an attacker would.
"""
import argparse
import os
import signal
import socket
import sys
import tempfile
import time
import unittest

from page import PAGE, Refused, Viewer

COMMAND = None

BALL = '''<mujoco>
  <option timestep="{timestep}"/>
  <visual><map stiffness="{stiffness}"/></visual>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 .1"/>
    <body name="ball" pos="0 0 1"><freejoint name="free"/><geom name="ball" size=".1"/></body>
    <body name="arm" pos="1 0 1"><joint name="hinge" axis="0 1 0"/><geom type="capsule" size=".05" fromto="0 0 0 .5 0 0"/></body>
    <body name="hand" mocap="true" pos="-1 0 1"><geom size=".02" contype="0" conaffinity="0"/></body>
    {more}
  </worldbody>
  <actuator><motor name="motor" joint="hinge" ctrlrange="-2 2"/></actuator>
  <sensor><jointpos joint="hinge"/></sensor>
  <keyframe><key name="high" qpos="0 0 3 1 0 0 0 .5"/></keyframe>
</mujoco>'''


def ball(timestep=0.002, stiffness=100, more=''):
    return BALL.format(timestep=timestep, stiffness=stiffness, more=more)


class ViewerTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.model = os.path.join(self.folder.name, 'ball.xml')
        self.write(ball())

    def write(self, text):
        temporary = self.model + '.new'
        with open(temporary, 'w', encoding='utf-8') as file:
            file.write(text)
        os.replace(temporary, self.model)

    def viewer(self, *options):
        viewer = Viewer(COMMAND, self.model, self.folder.name, *options)
        self.addCleanup(self.finish, viewer)
        return viewer

    def finish(self, viewer):
        viewer.__exit__()
        self.assertEqual(viewer.code, 0, viewer.log)


class Safety(ViewerTest):
    """What is refused: one line in the log, and the server goes on."""

    def setUp(self):
        super().setUp()
        self.v = self.viewer()

    def assert_logged(self, words):
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline:
            if any(words in line for line in self.v.log):
                return
            time.sleep(0.01)
        self.fail(f'{words!r} is not in {self.v.log}')

    def tearDown(self):
        status, body = self.v.get(f'/?token={self.v.token}')
        self.assertEqual((status, body.decode()), (200, PAGE))
        self.assertLess(len(self.v.log), 8, self.v.log)

    def test_address(self):
        self.assertRegex(self.v.address, r'^http://127\.0\.0\.1:\d+/\?token=[0-9a-f]{32}$')
        with self.assertRaises(OSError):  # nobody else is let in
            socket.create_connection((socket.gethostbyname(socket.gethostname()), self.v.port), 1).close()
            if socket.gethostbyname(socket.gethostname()).startswith('127.'):
                raise OSError('this machine has the loopback only')

    def test_no_token(self):
        for path in ('/', '/scene', '/ws', '/nothing'):
            self.assertEqual(self.v.get(path)[0], 403, path)
        self.assert_logged('the token is missing or wrong')

    def test_wrong_token(self):
        wrong = ('0' if self.v.token[0] != '0' else '1') + self.v.token[1:]
        for token in (wrong, self.v.token[:-1], self.v.token + '0', '', '%00', 'a' * 10000):
            self.assertIn(self.v.get(f'/scene?token={token}')[0], (403, 0) if len(token) > 9999 else (403,))
        with self.assertRaises(Refused) as refused:
            self.v.page(token=wrong)
        self.assertEqual(refused.exception.args, (403,))
        self.assert_logged('the token is missing or wrong')

    def test_wrong_origin(self):
        for origin in ('http://evil.example', 'null', '', f'https://127.0.0.1:{self.v.port}', 'http://127.0.0.1'):
            with self.assertRaises(Refused) as refused:
                self.v.page(origin=origin)
            self.assertEqual(refused.exception.args, (403,), origin)
        status, _ = self.v.get(f'/scene?token={self.v.token}', Origin='http://evil.example')
        self.assertEqual(status, 403)
        self.assert_logged('Origin')

    def test_wrong_host(self):
        for host in ('evil.example', f'evil.example:{self.v.port}', '127.0.0.1', f'127.0.0.1:{self.v.port}.evil.example'):
            self.assertEqual(self.v.get(f'/?token={self.v.token}', host=host)[0], 403, host)
        with self.assertRaises(Refused):
            self.v.page(host=f'evil.example:{self.v.port}')
        self.assertEqual(self.v.get(f'/?token={self.v.token}', host=f'localhost:{self.v.port}')[0], 200)
        self.assert_logged('Host')

    def test_paths_and_methods(self):
        for path in ('/../../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/..%2f..%2fetc%2fpasswd', '//etc/passwd',
                     '/page.html', '/ball.xml', '/scene/', '/scene/..', '/.'):
            status, body = self.v.get(f'{path}?token={self.v.token}')
            self.assertIn(status, (400, 403, 404), path)
            self.assertNotIn(b'root:', body)
        for method in ('POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'NONSENSE'):
            self.assertNotIn(self.v.get(f'/?token={self.v.token}', method=method)[0], (200, 201, 204), method)
        self.assertEqual(self.v.get(f'/ws?token={self.v.token}')[0], 404)  # no upgrade
        for rubbish in (b'\r\n\r\n', b'\0' * 100, b'GET\r\n\r\n', b'GET / HTTP/9.9\r\n\r\n', b'A' * 100_000):
            self.assertNotIn(b'200 OK', self.v.raw(rubbish))

    def test_malformed_messages(self):
        with self.v.page() as page:
            for text in (b'', b'{', b'[]', b'3', b'"do"', b'{"do": 3}', b'{"did": "play"}', b'\xff\xfe', b'[' * 60000):
                page.send_frame(1, text)
                page.wait_event('refused')
            for message in ({'do': 'dance'}, {'do': 'step', 'count': 'x'}, {'do': 'speed', 'factor': -1}, {'do': 'speed'},
                            {'do': 'ctrl', 'index': 1, 'value': 0}, {'do': 'ctrl', 'index': -1, 'value': 0},
                            {'do': 'ctrl', 'index': 0, 'value': 1e300}, {'do': 'qpos', 'joint': 0, 'value': 1},
                            {'do': 'reset', 'key': 7}, {'do': 'pull', 'body': 99, 'point': [0, 0, 0], 'target': [0, 0, 0]},
                            {'do': 'pull', 'body': 1, 'point': [0, 0], 'target': [0, 0, 0]},
                            {'do': 'mocap', 'id': 0, 'quat': [0, 0, 0, 0]}, {'do': 'set_option', 'name': 'timestep', 'value': 0},
                            {'do': 'set_option', 'name': 'nothing', 'value': 0}, {'do': 'set_option', 'name': 'gravity', 'value': [0, 1]},
                            {'do': 'set_policy', 'name': 'contact', 'value': 'glue'}, {'do': 'got', 'number': 1e9},
                            {'do': 'rate', 'fps': 0}, {'do': 'history'}, {'do': 'history', 'time': None}):
                page.send(**message)
                self.assertTrue(page.wait_event('refused')['why'])
            page.send('pause')
            page.wait_event('state', playing=False)
        self.assert_logged('JSON')

    def test_oversized_message(self):
        with self.v.page() as page:
            page.wait_event('hello')
            page.send_frame(1, b'{"do": "play", "x": "' + b'a' * 70_000 + b'"}')
            page.pump(lambda p: p.closed)
        self.assert_logged('longer than 64 KB')

    def test_malformed_frames(self):
        cases = [lambda p: p.send_frame(2, b'binary'), lambda p: p.send_frame(1, b'{"do"', final=False),
                 lambda p: p.send_frame(1, b'x', length=1 << 62), lambda p: p.send_frame(11, b'unknown control'),
                 lambda p: p.sock.sendall(bytes([0xff] * 14)), lambda p: p.sock.sendall(b'GET / HTTP/1.1\r\n\r\n')]
        for i, case in enumerate(cases):
            with self.v.page() as page:
                page.wait_event('hello')
                case(page)
                page.sock.shutdown(socket.SHUT_WR)
                page.pump(lambda p: p.closed)

    def test_thousand_connections(self):
        scene = self.v.scene()
        with self.v.page() as page:
            page.next_frame(scene)
            pages, refused = [], 0
            for _ in range(1000):
                try:
                    pages.append(self.v.page())
                except Refused as answer:
                    refused += answer.args[0] in (503, 0)
            self.assertEqual(len(pages), 15)
            self.assertEqual(refused, 985)
            page.frames = 0
            page.drawn = 0
            page.next_frame(scene)
            for other in pages:
                other.sock.close()
            idle = []
            for _ in range(1000):  # that say nothing
                sock = socket.socket()
                sock.setblocking(False)
                sock.connect_ex((self.v.host, self.v.port))
                idle.append(sock)
            page.next_frame(scene)
            for sock in idle:
                sock.close()
        self.assert_logged('too many pages')


class Speed(ViewerTest):
    def test_slow_page_does_not_slow_the_simulation(self):
        v = self.viewer('--speed', '1')
        scene = v.scene()
        with v.page() as slow, v.page() as quick:
            slow.acknowledges = False
            first = quick.next_frame(scene)
            start = time.monotonic()
            quick.pump(lambda p: time.monotonic() > start + 1.0, 3)
            last = quick.next_frame(scene)
            wall = last['wall'] - first['wall']
            self.assertAlmostEqual((last['time'] - first['time']) / wall, 1, delta=0.1)
            slow.events.clear()
            slow.pump(lambda p: len(p.events) > 2)  # what it is told still comes
            self.assertEqual(slow.frames, 2)
            self.assertGreater(quick.frames, 30)

    def test_rate(self):
        v = self.viewer()
        with v.page() as page:
            page.send('rate', fps=10)
            page.wait_event('hello')
            start = time.monotonic()
            page.frames, before = page.frames, page.frames
            page.pump(lambda p: time.monotonic() > start + 1.0, 3)
            self.assertIn(page.frames - before, range(7, 15))


class Control(ViewerTest):
    def setUp(self):
        super().setUp()
        self.v = self.viewer('--paused')
        self.scene = self.v.scene()
        self.page = self.v.page()
        self.addCleanup(self.page.sock.close)
        hello = self.page.wait_event('hello')
        self.assertEqual((hello['version'], hello['scene'], hello['playing']), (1, self.scene['id'], False))

    def frame(self, condition=lambda frame: True):
        return self.page.wait_frame(self.scene, condition)

    def test_play_pause_step_reset(self):
        self.assertEqual(self.frame()['time'], 0)
        self.page.send('step', count=3)
        self.assertAlmostEqual(self.frame(lambda f: f['time'] > 0.005)['time'], 0.006)
        self.page.send('play')
        self.page.wait_event('state', playing=True)
        self.assertEqual(self.frame(lambda f: f['time'] > 0.1)['flags'] & 1, 1)
        self.page.send('pause')
        self.page.wait_event('state', playing=False)
        self.page.send('reset')
        self.assertEqual(self.frame(lambda f: f['time'] == 0)['qpos'][2], 1)
        self.page.send('reset', key=0)
        self.assertEqual(self.frame(lambda f: f['qpos'][2] == 3)['qpos'][7], 0.5)
        self.page.send('speed', factor=0)
        self.page.send('play')
        self.assertGreater(self.frame(lambda f: f['time'] > 3)['time'], 3)

    def test_inputs(self):
        self.page.send('ctrl', index=0, value=1.5)
        self.assertEqual(self.frame(lambda f: f['ctrl'] == (1.5,))['actuator_force'], (1.5,))
        self.page.send('clear_ctrl')
        self.frame(lambda f: f['ctrl'] == (0,))
        self.page.send('qpos', joint=1, value=0.25)
        self.assertEqual(self.frame(lambda f: f['qpos'][7] == 0.25)['sensordata'], (0.25,))
        self.page.send('mocap', id=0, pos=[1, 2, 3], quat=[0, 2, 0, 0])
        frame = self.frame(lambda f: f['mocap_pos'] == (1, 2, 3))
        self.assertEqual((frame['mocap_quat'], frame['xpos'][9:12]), ((0, 1, 0, 0), (1, 2, 3)))

    def test_pull(self):
        self.page.send('pull', body=1, point=[0, 0, 0], target=[0.5, 0, 2], kind='force')
        self.page.send('play')
        frame = self.frame(lambda f: f['time'] > 1.5)
        self.assertAlmostEqual(frame['qpos'][0], 0.5, delta=0.02)
        self.assertAlmostEqual(frame['qpos'][2], 2 - 9.81 / 100, delta=0.02)  # it hangs in the spring
        self.page.send('release')
        self.assertLess(self.frame(lambda f: f['time'] > 3)['qpos'][2], 0.2)

    def test_history(self):
        self.page.send('play')
        self.page.wait_event('state', playing=True)
        self.frame(lambda f: f['time'] > 0.5)
        self.page.send('history', time=0.2)
        past = self.frame(lambda f: f['flags'] & 4)
        self.assertTrue(0.2 - 1 / 60 - 1e-9 < past['time'] <= 0.2, past['time'])
        state = self.page.wait_event('state', playing=False)
        self.assertGreater(state['history'][1], 0.4)
        self.page.send('history', time=100)
        self.assertGreater(self.frame(lambda f: not f['flags'] & 4)['time'], 0.4)
        self.page.send('history', time=0.2)
        self.frame(lambda f: f['flags'] & 4)
        self.page.send('step', count=1)
        frame = self.frame(lambda f: not f['flags'] & 4)
        self.assertAlmostEqual(frame['time'], past['time'] + 0.002)

    def test_options_and_policies(self):
        values = {option['name']: option for option in self.scene['options']}
        self.assertEqual(values['timestep']['value'], 0.002)
        self.assertEqual((values['flag.contact']['kind'], values['flag.contact']['value']), ('flag', True))
        self.page.send('set_option', name='gravity', value=[0, 0, 1])
        self.assertEqual(self.page.wait_event('option', name='gravity')['value'], [0, 0, 1])
        self.page.send('set_option', name='integrator', value='implicitfast')
        self.assertEqual(self.page.wait_event('option', name='integrator')['value'], 'implicitfast')
        self.page.send('set_option', name='flag.contact', value=False)
        self.page.wait_event('option', name='flag.contact', value=False)
        self.page.send('set_policy', name='contact', value='xpbd')
        self.page.wait_event('policy', name='contact', value='xpbd')
        self.page.send('step', count=100)
        self.assertGreater(self.frame(lambda f: f['time'] > 0.19)['qpos'][2], 1.01)
        again = {option['name']: option['value'] for option in self.v.scene()['options']}  # for who comes later
        self.assertEqual((again['gravity'], again['flag.contact']), ([0, 0, 1], False))

    def test_views(self):
        self.page.send('view', stages=True, energy=True)
        self.page.send('play')
        frame = self.frame(lambda f: sum(f['stage_us']) > 0 and f['energy'][0] > 0)
        self.assertEqual(len(frame['stage_us']), len(self.scene['stages']))
        self.page.send('view', energy=False)

    def test_two_pages(self):
        with self.v.page() as other:
            other.wait_event('hello')
            self.page.send('ctrl', index=0, value=1)
            other.wait_frame(self.scene, lambda f: f['ctrl'] == (1,))
            other.send('play')
            self.page.wait_event('state', playing=True)
        self.frame(lambda f: f['time'] > 0.1)  # the one that left is not missed

    def test_divergence(self):
        self.page.send('set_option', name='timestep', value=1000)
        self.page.send('qpos', joint=1, value=0.1)
        self.page.send('speed', factor=0)
        self.page.send('play')
        event = self.page.wait_event('diverged')
        self.assertIn('unstable', event['text'])
        self.assertGreaterEqual(event['dof'], 0)
        self.assertIn(event['joint'], (0, 1))
        frame = self.frame(lambda f: f['flags'] & 2)
        self.assertEqual(frame['flags'] & 1, 0)  # it has stopped, where it was good
        self.assertTrue(all(abs(x) <= 1e10 for x in frame['qpos']))
        self.page.send('reset')
        self.assertEqual(self.frame(lambda f: not f['flags'] & 2)['time'], 0)


class Reload(ViewerTest):
    def test_a_mistake_and_back(self):
        v = self.viewer()
        scene = v.scene()
        with v.page() as page:
            before = page.wait_frame(scene, lambda f: f['time'] > 0.3)
            self.write(ball().replace('size=".1"/>', 'size=".1" colour="red"/>'))
            problem = page.wait_event('trouble')['diagnostics'][0]
            self.assertEqual((os.path.basename(problem['file']), problem['line'], problem['element']), ('ball.xml', 6, 'geom \'ball\''))
            self.assertIn('colour', problem['text'])
            page.wait_frame(scene, lambda f: f['time'] > before['time'] + 0.1)  # the old model goes on
            self.write(ball(more='<body name="new" pos="0 1 1"><freejoint/><geom size=".1"/></body>').replace('0 0 0 .5"', '0 0 0 .5 0 0 1 1 0 0 0"'))
            self.assertEqual(page.wait_event('trouble')['diagnostics'], [])
            page.wait_event('scene')
            scene = v.scene()
            self.assertIn('new', scene['names']['body'])
            after = page.wait_frame(scene, lambda f: f['scene'] == scene['id'])
            self.assertGreater(after['time'], before['time'])
            self.assertLess(after['qpos'][2], 0.7)  # the ball went on from where it was

    def test_an_included_file(self):
        part = os.path.join(self.folder.name, 'part.xml')
        with open(part, 'w', encoding='utf-8') as file:
            file.write('<mujoco><worldbody><geom name="one" size=".1"/></worldbody></mujoco>')
        self.write('<mujoco><include file="part.xml"/></mujoco>')
        v = self.viewer('--set', 'opt.timestep=0.01')
        with v.page() as page:
            page.wait_event('hello')
            page.send('set_option', name='gravity', value=[0, 0, -1])
            page.wait_event('option')
            with open(part, 'w', encoding='utf-8') as file:
                file.write('<mujoco><worldbody><geom name="two" size=".25"/></worldbody></mujoco>')
            page.wait_event('scene')
            scene = v.scene()
            self.assertEqual(scene['names']['geom'], ['two'])
            values = {option['name']: option['value'] for option in scene['options']}
            self.assertEqual((values['timestep'], values['gravity']), (0.01, [0, 0, -1]))


class Start(ViewerTest):
    def test_restart_at_the_same_port(self):
        first = Viewer(COMMAND, self.model, self.folder.name)
        with first:
            self.assertEqual(first.get(f'/?token={first.token}')[0], 200)
            port = first.port
        second = self.viewer('--port', str(port))
        self.assertEqual(second.port, port)
        self.assertNotEqual(second.token, first.token)
        self.assertEqual(second.get(f'/?token={first.token}')[0], 403)
        with second.page() as page:
            page.wait_event('hello')

    def test_ctrl_c_ends_it(self):
        v = self.viewer()
        with v.page() as page:
            page.wait_event('hello')
            start = time.monotonic()
            v.process.send_signal(signal.SIGINT)
            page.pump(lambda p: p.closed)
        self.assertEqual(v.process.wait(5), 0)
        self.assertLess(time.monotonic() - start, 4)

    def test_key_and_speed(self):
        v = self.viewer('--key', 'high', '--paused', '--speed', '0.5')
        with v.page() as page:
            self.assertEqual(page.wait_event('hello')['speed'], 0.5)
            self.assertEqual(page.next_frame(v.scene())['qpos'][2], 3)


if __name__ == '__main__':
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument('--command', required=True)
    arguments, rest = parser.parse_known_args()
    COMMAND = os.path.abspath(arguments.command)
    unittest.main(argv=[sys.argv[0], *rest])
