// Small helpers for the page's elements.

type Child = Node | string | null | undefined | false;
type Props = Record<string, unknown>;

/** An element: properties, `on...` listeners and data attributes, then children. */
export function el<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name === "class") element.className = String(value);
    else if (name.startsWith("data-") || name.startsWith("aria-")) element.setAttribute(name, String(value));
    else (element as unknown as Props)[name] = value;
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

/** A part of a panel that can be folded. */
export function section(title: string, open: boolean, ...children: Child[]): HTMLDetailsElement {
  return el("details", { class: "section", open, "data-section": title }, el("summary", {}, title), ...children);
}

export function checkbox(label: string, checked: boolean, title: string, change: (on: boolean) => void): HTMLLabelElement {
  const input = el("input", { type: "checkbox", checked, onchange: () => change(input.checked) });
  return el("label", { class: "check", title }, input, label);
}

export function choice(values: readonly string[], value: string, title: string, change: (value: string) => void): HTMLSelectElement {
  const select = el("select", { title, onchange: () => change(select.value) });
  for (const v of values) select.append(el("option", { value: v }, v));
  select.value = value;
  return select;
}

/** Numbers as people read them: four digits. */
export function show(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e5)) return value.toExponential(2);
  return String(Number(value.toPrecision(4)));
}

export function showAll(values: ArrayLike<number>): string {
  return Array.from(values, (v) => (Math.abs(v) < 1e-9 ? 0 : v).toFixed(3)).join("  ");
}
