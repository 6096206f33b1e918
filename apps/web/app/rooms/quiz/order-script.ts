/**
 * Runs in the server-rendered page before the first paint: puts the options in the order of this attempt, so that
 * they do not jump at hydration, and hides the questions that are not asked. Does what `takeAttempt` does, on the
 * document. An answer chosen before hydration is kept as `keepChoice` does; hydration would forget it. It is heard at the window,
 * which `wake` lets no further.
 */
export const orderScript = `try{
const f=document.querySelector("[data-attempt]"),k=f.dataset.attempt,s=sessionStorage,a=JSON.parse(s.getItem(k)||"null")||{orders:{},choices:{},only:null};
const l=[...f.querySelectorAll("[data-question]")],o=l.some(q=>a.only?.includes(q.dataset.question));
for(const q of l){
const i=q.dataset.question;
if(!/^(?!.*(.).*\\1)[0-3]{4}$/.test(a.orders[i]))a.orders[i]=[0,1,2,3].map(n=>[Math.random(),n]).sort().map(p=>p[1]).join("");
const b=q.querySelector("[data-options]"),c=[...b.children];
for(const n of a.orders[i])b.append(c[n]);
for(const r of b.querySelectorAll("input"))if(r.value===a.choices[i])r.checked=true;
if(o&&!a.only.includes(i))q.hidden=true}
s.setItem(k,JSON.stringify(a));
addEventListener("change",({target:t})=>{if(!f.contains(t))return;const a=JSON.parse(s.getItem(k));a.choices[t.name]=t.value;s.setItem(k,JSON.stringify(a))},true)}catch{}`;
