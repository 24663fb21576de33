/** To the first input that is wrong, in the middle of the screen: on a phone it may be far away. */
export function focusFirst(form: HTMLFormElement | null, names: string[]): void {
  const wrong = [...(form?.elements ?? [])].find((element) => names.includes(element.getAttribute("name") ?? ""));
  if (!(wrong instanceof HTMLElement)) return;
  wrong.focus({ preventScroll: true });
  wrong.scrollIntoView({ block: "center" });
}
