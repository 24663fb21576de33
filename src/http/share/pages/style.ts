interface Palette {
  page: string;
  card: string;
  line: string;
  text: string;
  muted: string;
  accent: string;
  onAccent: string;
  soft: string;
}

const LIGHT: Palette = {
  page: "#f4f0ea",
  card: "#fffefc",
  line: "#e4dcd2",
  text: "#1a1410",
  muted: "#665b51",
  accent: "#0e5a54",
  onAccent: "#ffffff",
  soft: "#e6f0ee",
};

const DARK: Palette = {
  page: "#14110f",
  card: "#1f1b18",
  line: "#3a332d",
  text: "#f4eee7",
  muted: "#b9ada1",
  accent: "#86d6cb",
  onAccent: "#08211e",
  soft: "#22332f",
};

/** Colours as plain rules, twice: old phones know neither custom properties nor a dark scheme. */
function colours(palette: Palette): string {
  return `
body{background:${palette.page};color:${palette.text}}
main{background:${palette.card};border-color:${palette.line}}
a,button{color:${palette.accent}}
a:focus,button:focus{outline-color:${palette.accent}}
.kind,dt,footer,.quiet{color:${palette.muted}}
.badge{background:${palette.soft};color:${palette.accent}}
.go{background:${palette.accent};border-color:${palette.accent};color:${palette.onAccent}}
.more,button,.code svg,.code img{border-color:${palette.line}}
.words,.leads{background:${palette.page}}
dl,dl div{border-color:${palette.line}}`;
}

export const STYLE = `
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;padding:1.5rem 1rem;font:1.0625rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Helvetica Neue",Arial,sans-serif}
main{max-width:27rem;margin:0 auto;padding:1.75rem 1.5rem;border:1px solid;border-radius:1.25rem;word-wrap:break-word;overflow-wrap:anywhere}
h1{margin:.15rem 0 1.25rem;font-size:1.5rem;line-height:1.25;font-weight:650;letter-spacing:-.01em}
p{margin:0 0 1rem}
a{text-underline-offset:.15em}
a:focus,button:focus{outline:3px solid;outline-offset:2px}
a:focus:not(:focus-visible),button:focus:not(:focus-visible){outline:0}
.badge{width:3rem;height:3rem;margin-bottom:1rem;padding:.75rem;border-radius:.9rem}
.badge svg{display:block;width:1.5rem;height:1.5rem}
.kind{margin:0;font-size:.9375rem}
.words,.leads{margin:0 0 1.25rem;padding:.9rem 1rem;border-radius:.75rem}
.words{white-space:pre-wrap}
.leads{font-size:.9375rem}
.go,.more,button{display:block;width:100%;min-height:3rem;margin:.625rem 0 0;padding:.7rem 1rem;border:1px solid;border-radius:.75rem;background:none;font:inherit;font-weight:600;line-height:1.5;text-align:center;text-decoration:none;cursor:pointer;-webkit-appearance:none;appearance:none}
.go{min-height:3.375rem;padding:.9rem 1rem}
.note{margin:0 0 1.5rem;font-size:.9375rem;text-align:center}
.note a{display:block;padding:.35rem}
.quiet{margin:1.25rem 0 0;font-size:.9375rem}
button[hidden]{display:none}
.unseen{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip:rect(0 0 0 0)}
dl{margin:1.25rem 0;border-top:1px solid}
dl div{position:relative;padding:.75rem 0;border-bottom:1px solid}
dt{font-size:.875rem}
dd{margin:0;white-space:pre-wrap}
dd a{display:block;margin:-.2rem 0 -.5rem;padding:.6rem 0}
dd button{position:absolute;top:.75rem;right:0;width:auto;min-height:2.75rem;margin:0;padding:.4rem .9rem;font-size:.9375rem}
.copies dt,.copies dd{padding-right:6.5rem}
.secret{font-family:ui-monospace,Menlo,Consolas,"Roboto Mono",monospace}
.code{max-width:17rem;margin:0 auto 1.25rem}
.code svg,.code img{display:block;width:100%;height:auto;border:1px solid;border-radius:.75rem}
ul{margin:0;padding:0;list-style:none;text-align:center}
li{display:inline-block;width:31%;margin:.25rem 1%}
li .more{margin:0;padding-right:.25rem;padding-left:.25rem;font-size:.9375rem}
h2{margin:1.75rem 0 .5rem;font-size:1rem;text-align:center}
footer{margin:1.25rem 0 0;font-size:.8125rem;text-align:center}
footer svg{width:.8em;height:.8em;margin-right:.4em;vertical-align:-.02em}
@media (min-width:40rem){body{padding-top:9vh}main{padding:2.25rem 2rem}}
${colours(LIGHT)}
@media (prefers-color-scheme:dark){${colours(DARK)}
}`;

export const THEME = { light: LIGHT.page, dark: DARK.page };
