import { vegan, type Kitchen } from './kitchen';

/** Dumplings, noodles and wok. */
export const chinese: Kitchen = {
  tags: ['chinese', 'asian'],
  dishes: {
    lunch: [
      ['Mapo Tofu', 'scharf, mit Sichuanpfeffer und Reis', 950, 'F', vegan],
      ['Gebratene Nudeln mit Ente', 'Sprossen, Lauch, dunkle Sauce', 1090, 'ACF'],
      ['Huhn Kung Pao', 'Erdnüsse, Chili, Reis', 1050, 'EF'],
      ['Aubergine nach Yuxiang-Art', 'süßsauer, mit Knoblauch', 950, 'F', vegan],
      ['Rind mit Brokkoli', 'in Austernsauce, Reis', 1150, 'AFN'],
    ],
    starters: [['Jiaozi', 'acht Stück, Schwein und Schnittlauch', 790, 'AFK'], ['Dim Sum mit Gemüse', 'vier Stück, gedämpft', 650, 'AFK', vegan]],
    soups: [['Wan-Tan-Suppe', 'sechs Täschchen, klare Brühe', 690, 'ABFK'], ['Sauer-scharfe Suppe', 'mit Pilzen und Tofu', 590, 'CF', { diets: ['vegetarian'] }]],
    salads: [['Gurkensalat mit Knoblauch', 'geschlagen, nicht geschnitten', 490, 'FK', vegan]],
    mains: [
      ['Handgezogene Nudeln', 'mit Lamm und Kreuzkümmel', 1390, 'AF'],
      ['Handgezogene Nudeln mit Gemüse', 'Chiliöl, Pak Choi', 1190, 'AF', vegan],
      ['Pekingente, halbe', 'mit Pfannkuchen und Lauch', 2190, 'AFK'],
      ['Zweimal gegartes Schwein', 'mit Lauch und schwarzen Bohnen', 1390, 'AF'],
      ['Gedämpfter Wolfsbarsch', 'Ingwer, Frühlingszwiebel', 1990, 'DF'],
    ],
    sides: [['Gebratener Reis', 'mit Erbsen und Ei', 450, 'CF']],
    desserts: [['Sesambällchen', 'drei Stück mit roter Bohne', 490, 'K', vegan]],
  },
  drinks: ['jasmintee', 'pflaume', 'wasser', 'bier', 'cola'],
  pictures: ['dumplings', 'noodleSoup', 'noodleBox'],
  tones: ['plum', 'apricot', 'herb'],
  stories: [
    'Die Nudeln werden vor aller Augen gezogen, und ja, man darf filmen.',
    'Der Dampf aus den Körben beschlägt im Winter die ganze Scheibe.',
    'Bestellt wird nach Nummern, gelobt wird laut.',
  ],
  partners: [
    ['Goldener Karpfen', 'altstadt', 'allDay'],
    ['Nudelzieherei Lin', 'neustadt', 'split', 'premium'],
    ['Dampfkörbchen', 'stgeorg', 'closedTuesday'],
    ['Teigtaschenamt', 'sternschanze', 'lunchLong', 'new'],
    ['Jadehof', 'hoheluft', 'closedWednesday', 'resting'],
    ['Sichuan Sieben', 'hafencity', 'lateDay'],
    ['Wok Wilhelm', 'hammerbrook', 'lunch', 'cheap', 'takeAway'],
    ['Drache & Deern', 'stpauli', 'lateBar'],
  ],
  neighbours: [['Pekinggarten Uhlenhorst', 'uhlenhorst'], ['Lotosblüte', 'barmbek'], ['Reisschale', 'altona'], ['Chinahaus Fünf Winde', 'neustadt'], ['Panda Panini', 'rotherbaum']],
};
