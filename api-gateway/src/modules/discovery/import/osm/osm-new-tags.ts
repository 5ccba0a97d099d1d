import type { Tag } from '@mahlzeit/contract';

/** A tag that an import brings where the world doesn't have it yet. */
export type ImportedTag = Pick<Tag, 'key' | 'type'> & { readonly de: string; readonly en: string };

const cuisine = (key: string, de: string, en: string): ImportedTag => ({ key, type: 'cuisine', de, en });
const product = (key: string, de: string, en: string): ImportedTag => ({ key, type: 'product', de, en });
const attribute = (key: string, de: string, en: string): ImportedTag => ({ key, type: 'attribute', de, en });

/** The words that OpenStreetMap needs beyond those of every world. */
export const OSM_TAGS: ReadonlyMap<string, ImportedTag> = new Map([
  cuisine('afghan', 'Afghanisch', 'Afghan'), cuisine('arab', 'Arabisch', 'Arab'), cuisine('argentinian', 'Argentinisch', 'Argentinian'),
  cuisine('armenian', 'Armenisch', 'Armenian'), cuisine('australian', 'Australisch', 'Australian'), cuisine('bengali', 'Bengalisch', 'Bengali'),
  cuisine('bosnian', 'Bosnisch', 'Bosnian'), cuisine('brazilian', 'Brasilianisch', 'Brazilian'), cuisine('bulgarian', 'Bulgarisch', 'Bulgarian'),
  cuisine('caribbean', 'Karibisch', 'Caribbean'), cuisine('croatian', 'Kroatisch', 'Croatian'), cuisine('cuban', 'Kubanisch', 'Cuban'),
  cuisine('cypriot', 'Zyprisch', 'Cypriot'), cuisine('egyptian', 'Ägyptisch', 'Egyptian'), cuisine('ethiopian', 'Äthiopisch', 'Ethiopian'),
  cuisine('european', 'Europäisch', 'European'), cuisine('filipino', 'Philippinisch', 'Filipino'), cuisine('finedining', 'Gehobene Küche', 'Fine dining'),
  cuisine('fusion', 'Fusionsküche', 'Fusion'), cuisine('georgian', 'Georgisch', 'Georgian'), cuisine('hawaiian', 'Hawaiianisch', 'Hawaiian'),
  cuisine('homestyle', 'Hausmannskost', 'Home-style'), cuisine('hungarian', 'Ungarisch', 'Hungarian'), cuisine('indonesian', 'Indonesisch', 'Indonesian'),
  cuisine('irish', 'Irisch', 'Irish'), cuisine('israeli', 'Israelisch', 'Israeli'), cuisine('jamaican', 'Jamaikanisch', 'Jamaican'),
  cuisine('jewish', 'Jüdisch', 'Jewish'), cuisine('laotian', 'Laotisch', 'Laotian'), cuisine('latinamerican', 'Lateinamerikanisch', 'Latin American'),
  cuisine('latvian', 'Lettisch', 'Latvian'), cuisine('lebanese', 'Libanesisch', 'Lebanese'), cuisine('macedonian', 'Mazedonisch', 'Macedonian'),
  cuisine('malaysian', 'Malaysisch', 'Malaysian'), cuisine('moroccan', 'Marokkanisch', 'Moroccan'), cuisine('nepalese', 'Nepalesisch', 'Nepalese'),
  cuisine('pakistani', 'Pakistanisch', 'Pakistani'), cuisine('persian', 'Persisch', 'Persian'), cuisine('peruvian', 'Peruanisch', 'Peruvian'),
  cuisine('rhenish', 'Rheinisch', 'Rhenish'), cuisine('romanian', 'Rumänisch', 'Romanian'), cuisine('russian', 'Russisch', 'Russian'),
  cuisine('scandinavian', 'Skandinavisch', 'Scandinavian'), cuisine('serbian', 'Serbisch', 'Serbian'), cuisine('singaporean', 'Singapurisch', 'Singaporean'),
  cuisine('slovak', 'Slowakisch', 'Slovak'), cuisine('srilankan', 'Sri-lankisch', 'Sri Lankan'), cuisine('sudanese', 'Sudanesisch', 'Sudanese'),
  cuisine('swabian', 'Schwäbisch', 'Swabian'), cuisine('syrian', 'Syrisch', 'Syrian'), cuisine('taiwanese', 'Taiwanisch', 'Taiwanese'),
  cuisine('tamil', 'Tamilisch', 'Tamil'), cuisine('tapas', 'Tapas', 'Tapas'), cuisine('thuringian', 'Thüringisch', 'Thuringian'),
  cuisine('tibetan', 'Tibetisch', 'Tibetan'), cuisine('ukrainian', 'Ukrainisch', 'Ukrainian'), cuisine('uzbek', 'Usbekisch', 'Uzbek'),
  cuisine('winetavern', 'Heuriger', 'Wine tavern'), cuisine('yemeni', 'Jemenitisch', 'Yemeni'), cuisine('barbecue', 'Grill', 'Barbecue'),
  product('bagel', 'Bagels', 'Bagels'), product('bread', 'Brot', 'Bread'), product('bubbletea', 'Bubble Tea', 'Bubble tea'),
  product('burrito', 'Burritos', 'Burritos'), product('chicken', 'Hähnchen', 'Chicken'), product('crepe', 'Crêpes', 'Crêpes'),
  product('curry', 'Curry', 'Curry'), product('dumplings', 'Teigtaschen', 'Dumplings'), product('fishandchips', 'Backfisch', 'Fish and chips'),
  product('fries', 'Pommes', 'Fries'), product('hotdog', 'Hotdogs', 'Hot dogs'), product('hotpot', 'Feuertopf', 'Hot pot'),
  product('hummus', 'Hummus', 'Hummus'), product('icecream', 'Eis', 'Ice cream'), product('juice', 'Säfte und Smoothies', 'Juices and smoothies'),
  product('noodles', 'Nudelgerichte', 'Noodles'), product('pancake', 'Pfannkuchen', 'Pancakes'), product('potato', 'Kartoffelgerichte', 'Potato dishes'),
  product('ramen', 'Ramen', 'Ramen'), product('sausage', 'Wurst', 'Sausages'), product('tarteflambee', 'Flammkuchen', 'Tarte flambée'),
  product('tea', 'Tee', 'Tea'), product('waffle', 'Waffeln', 'Waffles'), product('wine', 'Wein', 'Wine'), product('wok', 'Wok', 'Wok'),
  product('falafel', 'Falafel', 'Falafel'), product('tacos', 'Tacos', 'Tacos'), product('donut', 'Donuts', 'Donuts'), product('gyros', 'Gyros', 'Gyros'),
  attribute('alpinehut', 'Almhütte', 'Alpine hut'), attribute('bar', 'Bar', 'Bar'), attribute('beergarden', 'Biergarten', 'Beer garden'),
  attribute('lunch', 'Mittagskarte', 'Lunch menu'), attribute('pub', 'Kneipe', 'Pub'), attribute('takeaway', 'Zum Mitnehmen', 'Takeaway'),
].map((tag) => [tag.key, tag]));
