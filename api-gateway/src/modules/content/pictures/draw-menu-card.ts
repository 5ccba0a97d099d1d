import { art, picture } from './brush';

interface Line {
  readonly dish: string;
  readonly price: string;
}

interface Section {
  readonly heading: string;
  readonly lines: readonly Line[];
}

interface Card {
  readonly title: string;
  readonly motto: string;
  readonly emblem: string;
  readonly sections: readonly Section[];
}

const line = (dish: string, price: string): Line => ({ dish, price });

/** Printed cards as a place would have photographed them. */
const CARDS = {
  abendkarte: {
    title: 'Abendkarte',
    motto: 'Von sechs bis die Küche müde wird',
    emblem: 'candle',
    sections: [
      { heading: 'Vorweg', lines: [line('Brot, gesalzene Butter', '4,50'), line('Rote Bete, Ziegenkäse, Nuss', '9,80'), line('Matjestatar, Apfel, Dill', '11,50')] },
      { heading: 'Danach', lines: [line('Schmorgemüse, Graupen, Kräuteröl', '16,50'), line('Zander, Rahmkraut, Stampf', '23,80'), line('Rinderbacke, Sellerie, Portwein', '25,50')] },
      { heading: 'Zum Schluss', lines: [line('Rote Grütze, flüssige Sahne', '6,50'), line('Drei Sorten Käse, Birne', '10,80')] },
    ],
  },
  getraenkekarte: {
    title: 'Getränkekarte',
    motto: 'Die Bar ist offen, der Barmann auch',
    emblem: 'cocktail-glass',
    sections: [
      { heading: 'Ohne', lines: [line('Rhabarberschorle 0,3 l', '3,40'), line('Ingwerlimonade 0,4 l', '4,60'), line('Tee aus der Kanne 0,4 l', '4,20')] },
      { heading: 'Mit', lines: [line('Pils vom Fass 0,3 l', '3,90'), line('Hauswein 0,2 l', '6,50'), line('Kümmelschnaps 2 cl', '3,20')] },
      { heading: 'Gemischt', lines: [line('Nordischer Sauer', '10,50'), line('Gin mit Gurke', '9,80'), line('Dunkler Sturm', '10,50')] },
    ],
  },
} as const satisfies Readonly<Record<string, Card>>;

/** A printed card. */
export type MenuCardName = keyof typeof CARDS;

/** Every printed card. */
export const menuCardNames = Object.keys(CARDS);

/** Whether there is such a card. */
export const isMenuCardName = (name: string): name is MenuCardName => Object.hasOwn(CARDS, name);

const SERIF = "font-family=\"Georgia,'Times New Roman','Liberation Serif',serif\"";

const sectionAt = ({ heading, lines }: Section, y: number): string => [
  `<text x="450" y="${y}" text-anchor="middle" ${SERIF} font-size="36" font-style="italic" fill="#8E1D53">${heading}</text>`,
  ...lines.map(({ dish, price }, index) => {
    const at = y + 62 + index * 54;
    return `<path d="M110 ${at + 6}H790" stroke="#C9B9AE" stroke-width="2" stroke-dasharray="2 8"/><text x="110" y="${at}" ${SERIF} font-size="28" fill="#2B1C24">${dish}</text><text x="790" y="${at}" text-anchor="end" ${SERIF} font-size="28" fill="#2B1C24">${price}</text>`;
  }),
].join('');

/** A printed card on its paper, 900 by 1200. */
export const drawMenuCard = (name: MenuCardName): string => {
  const { title, motto, emblem, sections }: Card = CARDS[name];
  const heights = sections.map(({ lines }) => 110 + lines.length * 54);
  return picture({ width: 900, height: 1200 }, [
    '<defs><linearGradient id="paper" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#FFFDF7"/><stop offset="1" stop-color="#F3E9DA"/></linearGradient></defs>',
    '<path d="M0 0H900V1200H0Z" fill="url(#paper)"/><rect x="36" y="36" width="828" height="1128" fill="none" stroke="#8E1D53" stroke-width="3"/><rect x="48" y="48" width="804" height="1104" fill="none" stroke="#8E1D53"/>',
    art(emblem, { x: 450, y: 136 }, { size: 92 }),
    `<text x="450" y="254" text-anchor="middle" ${SERIF} font-size="68" fill="#2B1C24">${title}</text><text x="450" y="304" text-anchor="middle" ${SERIF} font-size="26" font-style="italic" fill="#594851">${motto}</text>`,
    ...sections.map((section, index) => sectionAt(section, 400 + heights.slice(0, index).reduce((sum, height) => sum + height, 0))),
  ]);
};
