import { sourceOf } from "../pages/skin.ts";
import { BASE_STYLE } from "../pages/style.ts";

/** The dashboard's colours of data (web/src/tokens.css): a test compares them. */
export const CHART_COLORS = {
  light: {
    "--card": "#fffefc",
    "--line": "#e4dcd2",
    "--line-soft": "#eee8df",
    "--text": "#1a1410",
    "--text-2": "#5c5249",
    "--text-3": "#72675c",
    "--chart": "#1f7a6e",
    "--chart-soft": "#dcece8",
    "--compare": "#bd7a1e",
    "--grid": "rgba(26, 20, 16, 0.07)",
    "--axis": "#cfc5b9",
    "--heat-1": "#d5e9e4",
    "--heat-2": "#a5d2c9",
    "--heat-3": "#62ab9f",
    "--heat-4": "#2a8175",
    "--heat-5": "#0e5a54",
    "--land": "#e6dfd5",
    "--up": "#0e5a54",
    "--down": "#9a4a2b",
  },
  dark: {
    "--card": "#1c1916",
    "--line": "#332d28",
    "--line-soft": "#2a2521",
    "--text": "#f4eee7",
    "--text-2": "#bfb4a8",
    "--text-3": "#a1968a",
    "--chart": "#4fab9d",
    "--chart-soft": "#223a36",
    "--compare": "#e0a458",
    "--grid": "rgba(244, 238, 231, 0.08)",
    "--axis": "#4a423b",
    "--heat-1": "#1f3a36",
    "--heat-2": "#24564f",
    "--heat-3": "#2f7a70",
    "--heat-4": "#4fab9d",
    "--heat-5": "#8fdacf",
    "--land": "#332d28",
    "--up": "#8fdacf",
    "--down": "#eaa583",
  },
};

const properties = (colors: Record<string, string>): string =>
  Object.entries(colors)
    .map(([name, value]) => `${name}:${value}`)
    .join(";");

/** A bar takes 62 % of its step and its mark 86 %, but not more than the dashboard's. */
const MAX_CAPPED = 13;
const BAR_WIDTHS = Array.from({ length: MAX_CAPPED }, (_, i) => {
  const step = 100 / (i + 1);
  return `.n${i + 1} .bar{width:min(${(0.62 * step).toFixed(2)}%,48px)}.n${i + 1} .before{width:min(${(0.86 * step).toFixed(2)}%,60px)}`;
}).join("");

/** Of the chart, also where it is an image of its own. */
export const CHART_STYLE = `:root{${properties(CHART_COLORS.light)}}@media(prefers-color-scheme:dark){:root{${properties(CHART_COLORS.dark)}}}\
.chart{display:block;overflow:visible}.chart text{fill:var(--text-3);font:12px/1 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Arial,sans-serif}\
.chart .now{fill:var(--text);font-weight:500}.ground{fill:var(--card)}.level{stroke:var(--grid)}.level.zero{stroke:var(--axis)}\
.hit{fill:transparent}.col:hover .hit{fill:var(--grid)}.bar,.before{transform-box:fill-box;transform:translateX(-50%)}\
.bar{fill:var(--chart)}.running{fill:url(#hatch);stroke:var(--chart)}.hatch{fill:var(--chart-soft)}.hatch-line{stroke:var(--chart);stroke-width:1.5}\
.before{fill:var(--compare)}.course{fill:none;stroke:var(--chart);stroke-width:1.75px;stroke-linejoin:round;vector-effect:non-scaling-stroke}\
.course.earlier{stroke:var(--compare);stroke-width:1.5px;stroke-dasharray:4 3}.area{fill:var(--chart);opacity:.1}${BAR_WIDTHS}`;

/** Of the page. */
export const NUMBERS_STYLE = `${BASE_STYLE}
${CHART_STYLE}
body{font-size:14px;line-height:20px;font-variant-numeric:tabular-nums;color:var(--text)}
h1{font-size:28px;line-height:34px;font-weight:700;letter-spacing:-.02em;overflow-wrap:anywhere}h2{font-size:15px;line-height:22px;margin:0 0 10px}ol{list-style:none;margin:0;padding:0}
.brand{padding-inline:max(20px,calc(50vw - 556px))}
main{width:100%;max-width:1160px;flex:1;margin:-24px auto 0;padding:28px 24px 32px;background:var(--page);border-radius:24px 24px 0 0;position:relative}
.top{display:flex;flex-wrap:wrap;align-items:flex-end;justify-content:space-between;gap:14px 20px;margin-bottom:18px}.top p{color:var(--dim);margin-top:2px}
.tools{display:flex;flex-wrap:wrap;gap:8px}.step,.name,.pdf,.show{display:inline-flex;align-items:center;justify-content:center;min-height:44px;min-width:44px;padding:0 16px;border:1px solid var(--line);border-radius:12px;background:var(--card);color:var(--text);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
.step{padding:0;font-size:18px}.step:not([href]){color:var(--line);cursor:default}[dir=rtl] .step span{transform:scaleX(-1)}
.pdf{background:var(--brand);border-color:var(--edge);color:var(--on)}
.period{position:relative}.name::after{content:"";width:7px;height:7px;margin-inline-start:12px;border:solid currentColor;border-width:0 1.6px 1.6px 0;transform:translateY(-2px) rotate(45deg)}
summary{cursor:pointer;list-style:none}summary::-webkit-details-marker{display:none}summary:focus-visible,input:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
.choices{position:absolute;z-index:2;top:calc(100% + 6px);inset-inline-start:0;width:260px;padding:8px;border:1px solid var(--line);border-radius:14px;background:var(--card);box-shadow:0 16px 40px rgba(0,0,0,.22)}
.choices li a{display:flex;align-items:center;min-height:44px;padding:0 12px;border-radius:8px;color:var(--text);text-decoration:none}.choices li a:hover,.choices a[aria-current]{background:var(--soft)}.choices a[aria-current]{color:var(--ink);font-weight:600}
.choices form{display:grid;gap:8px;margin:6px 0 0;padding:12px 12px 6px;border-top:1px solid var(--line)}.choices form b{font-weight:600}.choices label{display:grid;gap:2px;color:var(--dim);font-size:13px}.choices input{min-height:44px;padding:0 10px;border:1px solid var(--axis);border-radius:10px;background:var(--page);color:var(--text);font:inherit}
.box{padding:20px;border:1px solid var(--line);border-radius:14px;background:var(--card);min-width:0}.box.flush{padding:0;overflow:hidden}
.figures{display:grid;grid-template-columns:repeat(4,minmax(0,1fr));padding:6px 4px;border-bottom:1px solid var(--line-soft)}.figures div{padding:10px 18px}.figures dt{color:var(--text-2);font-weight:500;font-size:13px}.figures .value{font-size:26px;line-height:32px;font-weight:600;letter-spacing:-.02em}.figures .below{font-size:13px;line-height:18px;color:var(--text-3)}
.trend{white-space:nowrap;color:var(--text-3)}.trend.sure{font-weight:600}.trend.sure.up{color:var(--up)}.trend.sure.down{color:var(--down)}.trend svg{width:8px;height:7px;margin-inline-end:3px;fill:currentColor}.trend.down svg{transform:rotate(180deg)}
.drawing{display:flex;direction:ltr;padding:20px 20px 4px}.drawing .axis{flex:none}.drawing .plot{flex:1;min-width:0}.narrow{display:none}
.key{display:flex;flex-wrap:wrap;gap:6px 18px;padding:4px 20px 16px;font-size:12px;line-height:16px;color:var(--text-2)}.key span{display:inline-flex;align-items:center;gap:7px}.key .zone{margin-inline-start:auto;color:var(--text-3)}.key svg{flex:none}
.grid{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:16px;margin-top:16px}.wide{grid-column:span 2}.all{grid-column:1/-1}.places{display:grid;grid-template-columns:minmax(0,1.25fr) minmax(0,1fr);gap:24px;align-items:center}
.map-of{display:block;width:100%;height:auto}.map-of path{fill:var(--land);stroke:var(--card);stroke-width:.6}.map-of .h1{fill:var(--heat-1)}.map-of .h2{fill:var(--heat-2)}.map-of .h3{fill:var(--heat-3)}.map-of .h4{fill:var(--heat-4)}.map-of .h5{fill:var(--heat-5)}
.bars li{position:relative;display:flex;align-items:center;gap:8px;min-height:34px;padding:2px 8px;margin:0 -8px}.bars svg{position:absolute;inset:3px 0;width:100%;height:calc(100% - 6px)}[dir=rtl] .bars bdi,[dir=rtl] .ranks bdi{text-align:right}[dir=rtl] .bars svg{transform:scaleX(-1)}.bars rect{fill:var(--chart-soft)}.bars bdi{position:relative;flex:1;min-width:0;overflow-wrap:anywhere}.bars b{position:relative;font-weight:600}.bars small{position:relative;width:44px;text-align:end;font-size:13px;color:var(--text-2)}.bars .rest{color:var(--text-3)}
.more>summary{display:inline-flex;align-items:center;min-height:44px;color:var(--ink);font-weight:600}.more[open]>summary{color:var(--text-3)}.nothing{color:var(--text-3)}
.head{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 12px}.head p{font-size:13px;color:var(--text-3)}.box>table{width:100%;border-collapse:collapse}.ranks th{padding:6px 10px;text-align:start;font-size:12px;font-weight:500;color:var(--text-3)}.ranks td{height:40px;padding:4px 10px;border-top:1px solid var(--line-soft)}.ranks thead td{border:0}.ranks th{white-space:nowrap}.ranks .n{text-align:end;white-space:nowrap}.ranks .rank{white-space:nowrap;width:1%}.ranks .drawn{width:34%}.ranks .pale{color:var(--text-2)}.ranks .own td{color:var(--text-3)}.ranks bdi{overflow-wrap:anywhere}.ranks svg{display:block;width:100%;height:12px;overflow:visible}[dir=rtl] .ranks svg{transform:scaleX(-1)}.ranks .range{fill:var(--chart-soft)}.ranks .at{fill:var(--chart)}
.embed main{max-width:none;margin:0;padding:0;border-radius:0}.embed .box{border-radius:14px}.embed .title{padding:16px 22px 0}.embed h1{font-size:17px;line-height:24px}.embed .title p{font-size:13px;color:var(--text-2)}.embed .by{padding:8px}
.old-way{margin-top:20px}
@media(max-width:900px){.grid{grid-template-columns:repeat(2,minmax(0,1fr))}}
@media(max-width:700px){.period{flex:1}.period>summary{width:100%}.choices{width:100%;min-width:250px}.pdf{width:100%}main{padding:24px 16px}.figures{grid-template-columns:1fr 1fr}.figures div{padding:8px 14px}.grid{grid-template-columns:minmax(0,1fr)}.wide{grid-column:auto}.places{grid-template-columns:minmax(0,1fr)}.wide-only{display:none}.narrow{display:inline}.drawing{padding:14px 14px 0 8px}.key{padding:6px 14px 14px}.key .zone{margin:0}.ranks td,.ranks th{padding-inline:6px}.ranks .roomy{display:none}.box{padding:16px}.box.flush{padding:0}}
@media print{.tools,.more:not([open])>summary{display:none}.box{break-inside:avoid}main{padding:20px 0}*{-webkit-print-color-adjust:exact;print-color-adjust:exact}}`;

const NUMBERS_SOURCE = sourceOf(NUMBERS_STYLE);
const CHART_SOURCE = sourceOf(CHART_STYLE);

/** No script; `skin`: of the brand's colours. The page cannot be framed, the chart can. */
export const pagePolicy = (skin: string, frames: "'none'" | "*"): string =>
  `default-src 'none'; style-src ${NUMBERS_SOURCE} ${skin}; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors ${frames}`;
export const IMAGE_POLICY = `default-src 'none'; style-src ${CHART_SOURCE}; sandbox`;
