/** The colours of our site. Nothing is loaded: the letters are those of the device. */
export const offlineStyle = `
:root{--paper:#fdfbf7;--card:#fff;--ink:#0d2136;--ink-2:#3d5064;--rule:#dcd6c9;--rule-2:#838e99;--sea:#0b4f8f;--sea-tint:#dfecf6;--bad:#b23318;--bad-tint:#fdebe5;--good:#17704a;--good-tint:#e0f1e8;--care:#7a5200;--care-tint:#fcf0d4}
@media (prefers-color-scheme:dark){:root{--paper:#0b1622;--card:#122232;--ink:#f3efe6;--ink-2:#bcc8d3;--rule:#26394b;--rule-2:#6b7d8e;--sea:#85bff2;--sea-tint:#17344e;--bad:#f79d86;--bad-tint:#3a221f;--good:#6fcf9f;--good-tint:#12352a;--care:#f6c35a;--care-tint:#33290f}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.55 system-ui,Roboto,"Segoe UI",sans-serif;overflow-wrap:anywhere}
main{max-width:44rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.6rem;line-height:1.2;margin:.5rem 0 1rem}
h2{font-size:1.15rem;margin:2rem 0 .5rem}
p{margin:0 0 .75rem}
a{color:var(--sea)}
code{font-size:.85em}
summary{cursor:pointer;padding:.5rem 0}
#drop{display:block;padding:1.5rem 1rem;margin:1.25rem 0;border:2px dashed var(--rule-2);border-radius:14px;background:var(--card);cursor:pointer}
#drop.over{border-color:var(--sea);background:var(--sea-tint)}
#drop span{display:block;font-weight:600;margin-bottom:.75rem}
input{font:inherit;max-width:100%;color:inherit}
:focus-visible{outline:3px solid var(--sea);outline-offset:3px}
section{border:1px solid var(--rule);border-left:6px solid var(--rule-2);border-radius:14px;background:var(--card);padding:1rem;margin:0 0 1rem}
section h2{display:flex;gap:.6rem;align-items:center;margin:0 0 .5rem}
.mark{flex:none;display:grid;place-items:center;width:2rem;height:2rem;border-radius:50%;border:2px solid currentColor;font-size:1.1rem;line-height:1}
.file{color:var(--ink-2);font-size:.9rem}
.good{border-left-color:var(--good)}.good h2{color:var(--good)}.good .mark{background:var(--good-tint)}
.bad{border-left-color:var(--bad)}.bad h2{color:var(--bad)}.bad .mark{background:var(--bad-tint);border-radius:6px}
.care{border-left-color:var(--care)}.care h2{color:var(--care)}.care .mark{background:var(--care-tint);border-style:dashed}
[data-verdict=forged]{border-left:12px double var(--bad)}[data-verdict=forged] .mark{background:var(--bad);color:var(--card)}
.none .mark{border-style:dotted}
dl{display:grid;grid-template-columns:minmax(6.5rem,auto) 1fr;gap:.25rem .75rem;margin:.75rem 0 0}
dt{color:var(--ink-2)}dd{margin:0}
`;
