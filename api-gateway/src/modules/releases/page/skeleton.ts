const block = (...names: readonly string[]): string => `<i class="${names.join(' ')}"></i>`;

const times = (count: number, html: string): string => html.repeat(count);

const bar = ['menu', 'brand', 'place', 'app', 'search', 'filter'].map((name) => block(name)).join('');

const card = `<div class="card">${block('media')}<div>${block('line', 'w72')}${block('line', 'w52', 'thin')}${block('line', 'w88', 'thin')}</div></div>`;

/** The bar alone as empty places: below it stands the prerendered view. */
export const skeletonFrameHtml = `<div id="skeleton" class="frame" aria-hidden="true"><div class="bar">${bar}</div></div>`;

/** The page before its scripts are there: the bar, the tags, the list and the map as empty places. */
export const skeletonHtml = `<div id="skeleton" aria-hidden="true"><div class="bar">${bar}</div><div class="tags">${times(5, block('tag'))}</div>`
  + `<div class="split"><div class="list">${block('line', 'w52', 'head')}${times(4, card)}</div>${block('map')}</div></div>`;

/** Styles of the page around a prerendered view: as the shell's frame lays it out. */
export const prerenderCss = `
#skeleton.frame{height:auto;animation:none;opacity:1}
#root:has(>main){display:flex;flex-direction:column;min-height:100dvh}
#root>main,#prerender{display:flex;flex:1;flex-direction:column;min-height:0;min-width:0}
@media (min-width:701px){#root:has(>main){height:100dvh;overflow:hidden}}
`.trim();

/**
 * Its styles. Measures are those of the top bar and the cards of the design system, so that nothing
 * jumps when they take over; all of it hangs below #skeleton and goes with it.
 */
export const skeletonCss = `
html{background:#faf7f6;color:#23161d;color-scheme:light dark}
body{margin:0;font:400 1rem/1.5 system-ui,sans-serif}
#skeleton{--place:#f4eeef;--map:#f5f0ea;opacity:0;animation:appear 1ms 150ms forwards;overflow:hidden;height:100vh}
#skeleton i{display:block;border-radius:14px;background:var(--place)}
#skeleton .bar{display:grid;grid-template-columns:44px 34px 1fr auto;grid-template-areas:"menu brand place app" "search search search filter";gap:8px;align-items:center;padding:6px 16px 6px 8px}
#skeleton .menu{grid-area:menu;width:28px;height:20px;margin:12px 8px;border-radius:6px}
#skeleton .brand{grid-area:brand;width:34px;height:34px;border-radius:50%}
#skeleton .place{grid-area:place;width:55%;height:36px;border-radius:10px}
#skeleton .app{grid-area:app;width:78px;height:40px}
#skeleton .search{grid-area:search;height:48px;margin:0 -22px 0 8px}
#skeleton .filter{grid-area:filter;height:48px;width:48px;justify-self:end}
#skeleton .tags{display:flex;gap:8px;padding:8px 16px;overflow:hidden}
#skeleton .tag{flex:none;width:104px;height:40px;border-radius:999px}
#skeleton .list{padding:8px 16px}
#skeleton .line{height:18px;border-radius:6px;margin-top:8px}
#skeleton .thin{height:14px}
#skeleton .head{height:24px;margin:8px 0 16px}
#skeleton .w52{width:52%}#skeleton .w72{width:72%}#skeleton .w88{width:88%}
#skeleton .card{margin-bottom:28px}
#skeleton .media{height:156px;border-radius:20px}
#skeleton .card:nth-child(n+4){display:none}
#skeleton .map{display:none}
@media (min-width:701px){
#skeleton .split{display:grid;grid-template-columns:max(33.33%,340px) 1fr}
#skeleton .list{padding:8px 20px}
#skeleton .card,#skeleton .card:nth-child(n+4){display:grid;grid-template-columns:72px 1fr;gap:14px;margin-bottom:16px;padding:12px 0}
#skeleton .media{height:72px}
#skeleton .map{display:block;height:calc(100vh - 140px);margin-right:12px;border-radius:20px;background:var(--map)}
}
@media (min-width:850px){
#skeleton .bar{grid-template-columns:44px 130px minmax(0,684px) 76px 1fr;grid-template-areas:"menu brand search filter app";padding:12px 16px 8px 12px}
#skeleton .place{display:none}
#skeleton .brand{width:128px;border-radius:17px}
#skeleton .search{margin:0}
#skeleton .app{justify-self:end}
}
@media (min-width:1200px){
#skeleton .card,#skeleton .card:nth-child(n+4){grid-template-columns:104px 1fr}
#skeleton .media{height:104px}
}
@media (prefers-color-scheme:dark){
html{background:#150e12;color:#f8eff3}
#skeleton{--place:#2a1f25;--map:#221a1e}
}
@keyframes appear{to{opacity:1}}
@keyframes show{to{visibility:visible}}
.slow{visibility:hidden;animation:show 1ms 10s forwards;position:fixed;left:0;right:0;bottom:24px;padding:0 16px;text-align:center}
.slow a{color:inherit}
.notice{max-width:32rem;margin:0 auto;padding:48px 24px}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`.trim();
