/** What every page has. A separate style element sets the brand's colours as custom properties. */
export const BASE_STYLE = `
:root{color-scheme:light dark;--page:#fbf7f2;--card:#fffefc;--text:#1d1511;--dim:#675a51;--line:#e9dfd5;--sea:#d3e3e6;--land:#f4ecdf;--coast:#c9b9a6}
@media(prefers-color-scheme:dark){:root{--page:#14110f;--card:#1d1916;--text:#f5efe9;--dim:#bcb0a6;--line:#372f2a;--sea:#17262b;--land:#2c2622;--coast:#4d4239}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;background:var(--page);color:var(--text);font:17px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",Arial,sans-serif;overflow-wrap:anywhere}
h1,p,dl,dd,ul{margin:0;padding:0}ul{list-style:none}
a{color:var(--ink);text-underline-offset:.15em}
a:focus-visible,button:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
.i{width:22px;height:22px;fill:none;stroke:currentColor;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round;flex:none}
.brand{position:relative;min-height:80px;padding:18px 20px 46px;display:flex;align-items:center;gap:12px;overflow:hidden;background:var(--brand);color:var(--on);font-size:18px;line-height:24px;font-weight:600}
.brand .t{position:absolute;inset-inline-end:0;top:0;height:100%;width:198px;fill:var(--tile)}
.brand img{position:relative;width:44px;height:44px;border-radius:12px;background:#fff;object-fit:contain}
.brand b{position:relative;font-weight:600}
.by{padding:0 20px 14px;text-align:center;font-size:13px;color:var(--dim)}
.unseen{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap}`;

/** The style of visitor pages. */
export const STYLE = `${BASE_STYLE}
main{flex:1;display:flex;flex-direction:column}
.sheet{position:relative;flex:1;display:flex;flex-direction:column;width:100%;max-width:520px;margin:-24px auto 0;padding:28px 20px 20px;background:var(--page);border-radius:24px 24px 0 0}
.k{color:var(--dim);font-size:15px}
h1{font-size:28px;line-height:34px;font-weight:700;letter-spacing:-.02em;text-wrap:balance;word-break:auto-phrase}
.say{margin-top:6px;color:var(--dim)}
.words{white-space:pre-wrap}
.card{background:var(--card);border:1px solid var(--line);border-radius:18px}
.card.words{margin-top:20px;padding:14px 18px}
.mid{margin:auto 0}.ctr{text-align:center}.push{margin-top:auto;padding-top:20px}
.bigi{display:flex;align-items:center;justify-content:center;width:84px;height:84px;border-radius:28px;background:var(--soft);color:var(--ink);margin:0 auto 24px}.bigi .i{width:34px;height:34px}
.ctr h1{font-size:30px;line-height:38px}
.ctr .say,.ctr .cp{margin-top:12px}
.act{position:sticky;bottom:0;width:100%;max-width:520px;margin:0 auto;padding:12px 20px calc(14px + env(safe-area-inset-bottom));background:var(--page)}
.b,.cp{display:flex;align-items:center;justify-content:center;gap:10px;width:100%;min-height:56px;padding:8px 16px;border:1px solid var(--edge);border-radius:16px;background:var(--brand);color:var(--on);font-family:inherit;font-size:17px;font-weight:600;line-height:1.2;text-align:center;text-decoration:none;cursor:pointer;-webkit-appearance:none;appearance:none}
.b+.b{margin-top:10px}.b.s{background:var(--soft);border-color:var(--soft);color:var(--ink);min-height:52px}
.cp{display:inline-flex;width:auto;min-height:44px;border-color:var(--line);border-radius:12px;background:var(--card);color:var(--ink);font-size:15px}.cp .i{width:18px;height:18px}
.b[hidden],.cp[hidden]{display:none}
.alt{text-align:center;font-size:15px}.alt a{display:inline-block;padding:10px 12px}
.pw{margin-top:20px;padding:16px 20px 18px;text-align:center}.pw .v{font:600 27px/38px ui-monospace,Menlo,Consolas,"Roboto Mono",monospace;letter-spacing:-.02em}
.all{-webkit-user-select:all;user-select:all}
.or{margin:auto 0;padding:24px 0 4px;text-align:center}.or p{max-width:38ch;margin:6px auto 0;font-size:15px;line-height:21px;color:var(--dim)}
.or img{display:block;width:232px;height:232px;image-rendering:pixelated;margin:0 auto 16px;border:1px solid var(--line);border-radius:16px;background:#fff}
.who{margin-top:-48px}.av{display:flex;align-items:center;justify-content:center;width:92px;height:92px;margin:0 auto 12px;border:4px solid var(--page);border-radius:50%;background:var(--soft);color:var(--ink);font-size:32px;font-weight:600}.who .say{margin-top:2px}
.round{display:flex;justify-content:center;margin:20px 0 2px}.round li{flex:0 1 82px;font-size:13px;line-height:18px;text-align:center}.round a{display:block;color:var(--dim);text-decoration:none}.round span{display:flex;align-items:center;justify-content:center;width:58px;height:58px;margin:0 auto 6px;border-radius:50%;background:var(--soft);color:var(--ink)}
.ls{margin-top:20px;padding:4px 18px}.ls div{padding:10px 0}.ls div+div{border-top:1px solid var(--line)}.ls dt{font-size:13px;line-height:18px;color:var(--dim)}.ls dd{white-space:pre-wrap}.ls a{display:block;margin:-10px 0;padding:10px 0;text-decoration:none}
.read .words{font-size:19px;line-height:30px}.read h1{margin-bottom:14px}
.map{position:relative;display:block;width:100%;max-width:520px;height:auto;max-height:44vh;margin:-24px auto 0;background:var(--sea)}.map+.sheet{margin-top:-28px}
.land{fill:var(--land);stroke:var(--coast);stroke-width:.7}.near{fill:var(--brand);opacity:.16}.pin{fill:var(--brand);stroke:#fff;stroke-width:1.4}.hole{fill:#fff}
.town{font-size:8.5px;font-weight:500;fill:var(--dim)}.town text{direction:ltr;stroke:var(--land);stroke-width:2;stroke-linejoin:round;paint-order:stroke}.src{text-align:center;font-size:13px}.src a{display:inline-block;padding:13px 12px;color:var(--dim)}
.co{margin-top:14px;font:500 16px/24px ui-monospace,Menlo,Consolas,"Roboto Mono",monospace;color:var(--dim)}
.ill{display:block;width:230px;max-width:100%;height:auto;margin:0 auto 22px}.ill .l{fill:none;stroke:var(--dim);stroke-width:1.6;stroke-dasharray:4 4}.ill .a{fill:var(--brand)}.ill .c{fill:var(--brand);opacity:.6}.ill .d{fill:#dcc0a0}.ill .e{fill:#dfa35a}.ill .m{fill:none;stroke:#3a1a0c;stroke-width:2.8;stroke-linecap:round;stroke-linejoin:round}.old{opacity:.4}
.pic{width:300px;max-width:100%;margin:4px auto 0;padding:0;overflow:hidden;background:#fff}.pic img{display:block;width:100%;height:auto}
.note{margin-top:14px;font-size:15px;line-height:21px;text-align:center;color:var(--dim)}.note a{display:block;padding:12px}
.hd{margin-top:20px}.hd .say{margin-top:2px}
.dl{display:flex;flex-wrap:wrap;align-items:center;justify-content:center;gap:8px;margin-top:22px}
@media(min-width:600px){main{flex:none}.sheet{border-radius:24px;padding:36px 32px}.act{padding-inline:32px}.brand{justify-content:center}.map{border-radius:24px 24px 0 0}}
@media(max-width:340px){.ctr h1{font-size:26px;line-height:34px}.pw .v{font-size:23px}.sheet,.act{padding-inline:16px}}`;
