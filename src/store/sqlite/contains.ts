/** From here on, a pattern and a text made for each other would take too long to compare. */
const LONG = 32;

/** Whether a text holds a part, in time that grows with their lengths, not with the product. */
export function createContains(): (text: string, part: string) => boolean {
  let last = "";
  let borders = bordersOf(last);
  return (text, part) => {
    if (part.length <= LONG) return text.includes(part);
    if (part !== last) {
      last = part;
      borders = bordersOf(part);
    }
    let matched = 0;
    for (let at = 0; at < text.length; at++) {
      while (matched > 0 && text.charCodeAt(at) !== part.charCodeAt(matched)) {
        matched = borders[matched - 1]!;
      }
      if (text.charCodeAt(at) === part.charCodeAt(matched)) matched++;
      if (matched === part.length) return true;
    }
    return false;
  };
}

/** For each beginning of a part: the length of the longest end of it that begins it again. */
function bordersOf(part: string): Uint16Array {
  const borders = new Uint16Array(part.length);
  for (let at = 1; at < part.length; at++) {
    let length = borders[at - 1]!;
    while (length > 0 && part.charCodeAt(at) !== part.charCodeAt(length)) {
      length = borders[length - 1]!;
    }
    borders[at] = part.charCodeAt(at) === part.charCodeAt(length) ? length + 1 : length;
  }
  return borders;
}
