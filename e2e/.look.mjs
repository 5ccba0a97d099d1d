import { chromium } from 'playwright-core';
import { readFileSync } from 'node:fs';
const { now, restaurant, orders, menu } = JSON.parse(readFileSync('/tmp/look.json', 'utf8'));
const exe = process.env.CHROME;
const browser = await chromium.launch({ ...(exe ? { executablePath: exe } : {}), args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
const shots = [['desk', 1440, 900, 'light'], ['desk-dark', 1440, 900, 'dark'], ['tablet', 820, 1180, 'light'], ['tablet-menu', 820, 1180, 'light'], ['phone', 360, 780, 'light'], ['phone-dark', 360, 780, 'dark'], ['signin', 820, 900, 'light']];
for (const [name, width, height, colorScheme] of shots) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme });
  const page = await context.newPage();
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && console.log(name, m.text()));
  page.on('pageerror', (e) => console.log(name, 'ERR', e.message));
  const headers = { 'X-Mahlzeit-Now': String(now) };
  if (name !== 'signin') await page.addInitScript(() => localStorage.setItem('mahlzeit.partner.token', 'x'));
  await page.route('**/api/partner/restaurant', (r) => r.fulfill({ json: restaurant, headers }));
  await page.routeWebSocket(/\/live/, (ws) => ws.onMessage((text) => {
    const f = JSON.parse(String(text));
    if (f.op === 'hello') { ws.send(JSON.stringify({ op: 'welcome', now, limits: { frameBytes: 65536, subscriptions: 64, connections: 10, pingMs: 25000 } })); ws.send(JSON.stringify({ op: 'clock', now })); }
    if (f.op === 'sub') { ws.send(JSON.stringify({ op: 'snap', id: f.id, cursor: 'a.1', more: false, items: [...orders.map((value) => ({ collection: 'orders', key: value.key, value })), ...menu.map((value) => ({ collection: 'menu', key: value.key, value }))] })); ws.send(JSON.stringify({ op: 'live', id: f.id, cursor: 'a.1' })); }
    if (f.op === 'ping') ws.send(JSON.stringify({ op: 'pong' }));
  }));
  await page.goto('http://127.0.0.1:4720/partner');
  await page.waitForTimeout(1500); if (name==='desk') await page.screenshot({path:'/tmp/look/first.png'});
  if (name === 'tablet-menu') await page.getByRole('button', { name: 'Karte heute' }).click();
  else if (name === 'tablet' || name.startsWith('phone')) await page.getByText('K417').click();
  else if (name.startsWith('desk')) { await page.getByText('K417').click(); await page.getByRole('button', { name: /1 × Käse.*10,90/ }).click(); await page.getByText('Ausverkauft', { exact: true }).click(); }
  await page.waitForTimeout(300);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (over > 0) console.log(name, 'overflow', over);
  await page.screenshot({ path: `/tmp/look/${name}.png`, fullPage: width < 1000 });
  await context.close();
}
await browser.close();
