const LIGHT = {
  page: "#fdfbf8",
  side: "#f4f0ea",
  line: "#e4dcd2",
  text: "#1a1410",
  muted: "#665b51",
  accent: "#0e5a54",
  sample: "#f4f0ea",
  string: "#7a4a00",
  get: "#0e5a54",
  post: "#1c5aa8",
  patch: "#7a4a00",
  delete: "#a3232b",
  good: "#1b6135",
};

const DARK: typeof LIGHT = {
  page: "#14110f",
  side: "#1b1715",
  line: "#3a332d",
  text: "#f4eee7",
  muted: "#b9ada1",
  accent: "#86d6cb",
  sample: "#1f1b18",
  string: "#f0c27a",
  get: "#86d6cb",
  post: "#9cc4ff",
  patch: "#f0c27a",
  delete: "#ff9f9f",
  good: "#93dba8",
};

const properties = (palette: typeof LIGHT): string =>
  Object.entries(palette)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(";");

const MONO = 'ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace';

const BASE = `
:root{${properties(LIGHT)}}
@media (prefers-color-scheme:dark){:root{${properties(DARK)}}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:4.5rem}
body{margin:0;background:var(--page);color:var(--text);font:1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Helvetica Neue",Arial,sans-serif}
a{color:var(--accent);text-underline-offset:.18em;text-decoration-thickness:1px}
a:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:.2rem}
p,ul{margin:0 0 1rem;max-width:44rem}
h1,h2,h3,h4{line-height:1.25;font-weight:650;letter-spacing:-.01em;text-wrap:balance}
h1{margin:0 0 1rem;font-size:2.125rem}
h2{margin:0 0 1rem;font-size:1.5rem}
h3{margin:0 0 .75rem;font-size:1.25rem}
h4{margin:1.75rem 0 .5rem;font-size:1rem}
h2 a,h3 a{color:inherit;text-decoration:none}
h2 a:hover,h3 a:hover{text-decoration:underline}
code,pre{font-family:${MONO};font-size:.875em}
code{overflow-wrap:anywhere}
.soft{color:var(--muted);font-weight:400}
h4 .soft{margin-left:.4rem;font-size:.875rem}
.first{font-size:1.125rem}
.skip{position:absolute;left:-99rem;top:0;z-index:2;padding:.75rem 1rem;background:var(--page)}
.skip:focus{left:0}`;

const SIDE = `
header{position:sticky;top:0;z-index:1;display:flex;align-items:center;justify-content:space-between;padding:.25rem 1.25rem;background:var(--side);border-bottom:1px solid var(--line)}
header a{padding:.65rem 0}
header p{display:flex;gap:1rem;margin:0;font-size:.9375rem}
.brand{display:flex;align-items:center;color:inherit;font-size:1.0625rem;font-weight:650;text-decoration:none}
.brand svg{width:1.6rem;height:1.6rem;margin-right:.6rem}
nav{margin:0 0 2.5rem;padding:1.25rem;border-radius:.75rem;background:var(--side)}
nav p{margin:1.25rem 0 .25rem;font-size:.8125rem;font-weight:650;letter-spacing:.04em;text-transform:uppercase}
nav p:first-child{margin-top:0}
nav p a{color:var(--muted);text-decoration:none}
nav ul{margin:0;padding:0;list-style:none}
nav li a{display:flex;align-items:baseline;justify-content:space-between;gap:.75rem;padding:.45rem 0;color:inherit;font-size:.9375rem;line-height:1.35;text-decoration:none}
nav a[aria-current]{color:var(--accent);font-weight:650}
nav a:hover{color:var(--accent);text-decoration:underline}
nav .method{font-size:.6875rem;border:0;padding:0}
.method{display:inline-block;padding:.1rem .45rem;border:1px solid;border-radius:.375rem;font:700 .75rem/1.5 ${MONO};letter-spacing:.02em}
.get{color:var(--get)}.post{color:var(--post)}.patch,.put{color:var(--patch)}.delete{color:var(--delete)}`;

const MAIN = `
main{padding:2rem 1.25rem 4rem}
section{margin:0 0 3rem;padding-top:2.5rem;border-top:1px solid var(--line)}
.lead{padding-top:0;border-top:0}
article{padding-top:2rem;margin-bottom:2.5rem}
article+article{border-top:1px solid var(--line)}
.pair>div{min-width:0}
.route{display:flex;flex-wrap:wrap;align-items:center;gap:.35rem .6rem}
.route code{font-size:.9375rem}
table{width:100%;margin:0 0 1.25rem;border-collapse:collapse;font-size:.9375rem;line-height:1.5}
th{padding:.4rem 1rem .4rem 0;border-bottom:1px solid var(--line);color:var(--muted);font-size:.8125rem;font-weight:500;text-align:left}
td{padding:.55rem 1rem .55rem 0;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
th:last-child,td:last-child{padding-right:0}
.name{font-weight:650}
.in{color:var(--muted);font-weight:400}
.must,.may{display:block;font-size:.8125rem}
.must{color:var(--delete)}
.may{color:var(--muted)}
.answer{margin-bottom:.35rem}
.headers{font-size:.875rem;color:var(--muted)}
.status{display:inline-block;min-width:2.4rem;margin-right:.25rem;font:700 .875rem/1.5 ${MONO}}
.good{color:var(--good)}.bad{color:var(--delete)}
.errors{padding:0;list-style:none;font-size:.9375rem}
.errors li{padding:.3rem 0 .3rem 2.75rem}
.errors .status{margin-left:-2.75rem}
.label{margin:0 0 .4rem;color:var(--muted);font-size:.8125rem;font-weight:500}
pre{margin:0 0 1.25rem;padding:.9rem 1rem;border:1px solid var(--line);border-radius:.75rem;background:var(--sample);font-size:.78125rem;line-height:1.6;white-space:pre-wrap;overflow-wrap:anywhere;tab-size:2}
pre code{font-size:inherit}
.sample{position:relative}
button{position:absolute;top:.45rem;right:.45rem;min-height:2rem;padding:.15rem .7rem;border:1px solid var(--line);border-radius:.5rem;background:var(--page);color:var(--accent);font:inherit;font-size:.8125rem;font-weight:600;cursor:pointer}
button[hidden],.own[hidden]{display:none}
button:focus-visible,input:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
pre:has(+button:not([hidden])){padding-right:5.5rem}
.own label{display:block;margin:0 0 .4rem;color:var(--muted);font-size:.8125rem;font-weight:500}
.own input{width:100%;min-height:2.75rem;padding:.5rem .9rem;border:1px solid var(--muted);border-radius:.75rem;background:var(--page);color:inherit;font:.875rem/1.5 ${MONO}}
.own p{margin:.4rem 0 1.25rem;color:var(--muted);font-size:.8125rem}
.unseen{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)}
.all{-webkit-user-select:all;user-select:all}
.key{color:var(--accent)}.str{color:var(--string)}.num{color:var(--post)}`;

/** Narrow screens get each row as a small block; wide ones get the contents and the samples beside. */
const WIDTHS = `
@media (pointer:coarse){button{top:.2rem;right:.2rem;min-height:2.75rem;min-width:4.5rem}}
@media (max-width:39.99rem){
table,tbody,tr,td{display:block}
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
tr{padding:.65rem 0;border-bottom:1px solid var(--line)}
tbody tr:first-child{border-top:1px solid var(--line)}
td{padding:0;border:0}
td:empty{display:none}
td[data-head="Type"]{color:var(--muted);font-size:.875rem}
td[data-head="Default"]::before{content:"Default ";color:var(--muted)}
.must,.may{display:inline;margin-left:.35rem}
h1{font-size:1.75rem}
}
@media (min-width:40rem){
td[data-head="Field"]{width:30%}
td[data-head="Type"]{width:18%}
td[data-head="Default"]{width:16%}
td[data-head="Status"]{width:4rem}
td[data-head="error"],td[data-head="Header"]{white-space:nowrap}
nav ul{columns:2;column-gap:3rem}
nav li{break-inside:avoid}
main{padding:3rem 2.5rem 5rem}
}
@media (min-width:64rem){
html{scroll-padding-top:1.5rem}
body{max-width:100rem;margin:0 auto;padding-left:18rem}
header,nav{position:fixed;left:max(0px,50vw - 50rem);width:18rem;border:0;border-radius:0}
header{padding:.75rem 1.5rem}
.jump{display:none}
nav{top:3.75rem;bottom:0;margin:0;padding:.5rem 1.5rem 2rem;overflow-y:auto}
nav ul{columns:1}
nav li a{padding:.3rem 0}
body::before{content:"";position:fixed;inset:0 auto 0 0;width:calc(18rem + max(0px,50vw - 50rem));border-right:1px solid var(--line);background:var(--side)}
}
@media (min-width:84rem){
main{padding:3.5rem 3.5rem 6rem}
.pair{display:grid;grid-template-columns:minmax(0,1fr) 28rem;gap:0 3.5rem}
.samples{position:sticky;top:1.5rem;align-self:start;padding-top:.25rem}
}
@media print{header,nav{display:none}body{padding:0}}`;

export const STYLE = BASE + SIDE + MAIN + WIDTHS;

export const THEME = { light: LIGHT.side, dark: DARK.side };
