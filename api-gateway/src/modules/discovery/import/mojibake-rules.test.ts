import { repairMojibake } from './mojibake-rules';

describe('repairMojibake', () => {
  it.each([
    ['MÃ¼nchen', 'München'],
    ['CafÃ© ZÃ¼rich', 'Café Zürich'],
    ['WeiÃŸbrÃ¤u', 'Weißbräu'],
    ['StraÃ\u009Fe', 'Straße'],
    ['Ã„pfel, Ã–l, Ãœbung', 'Äpfel, Öl, Übung'],
    ['Wirtâ€™s Haus â€“ Bar', 'Wirt’s Haus – Bar'],
    ['doppelt: MÃƒÂ¼nchen', 'doppelt: München'],
  ])('repairs %p', (broken, whole) => {
    expect(repairMojibake(broken)).toBe(whole);
  });

  it.each(['München', 'Bên Thânh', 'Mama Vân', 'Die Pâtissière', 'Taverna Românească', 'Restaurant Mãmây', 'JA ĂN', 'São Paulo', 'M�nchen', 'À la carte', 'Ã', ''])('leaves %p alone', (text) => {
    expect(repairMojibake(text)).toBe(text);
  });
});
