import { vegan, vegetarian, type Kitchen } from './kitchen';

/** Tapas and rice from the Iberian peninsula. */
export const spanish: Kitchen = {
  tags: ['spanish', 'portuguese', 'mediterranean'],
  dishes: {
    lunch: [
      ['Paella mit Gemüse', 'Artischocken, Bohnen, Safran', 1090, '', vegan],
      ['Arroz a banda', 'Reis im Fischsud, Aioli', 1290, 'BCDN'],
      ['Albóndigas', 'Fleischbällchen in Tomate, Kartoffeln', 1050, 'ACI'],
      ['Tortilla mit Salat', 'dicke Scheibe, Aioli, Brot', 890, 'ACJ', vegetarian],
      ['Bacalhau à Brás', 'Stockfisch, Ei, Strohkartoffeln', 1290, 'CD'],
    ],
    starters: [['Pan con tomate', 'geröstet, mit Knoblauch', 450, 'A', vegan], ['Kroketten', 'vier Stück, Schinken', 620, 'ACG', { contains: 'mit Konservierungsstoff' }], ['Pimientos de Padrón', 'mit Meersalz', 590, '', vegan]],
    soups: [['Gazpacho', 'kalt, mit Gurke und Brot', 590, 'A', vegan], ['Caldo verde', 'Kartoffelsuppe mit Kohl und Chouriço', 650, 'I']],
    salads: [['Orangensalat', 'mit Oliven und roter Zwiebel', 690, '', vegan]],
    mains: [
      ['Paella mit Meeresfrüchten', 'für eine Person, aus der Pfanne', 1890, 'BDN'],
      ['Tapas-Auswahl', 'sechs kleine Teller, Brot', 1790, 'ACDG'],
      ['Sardinen vom Grill', 'mit Zitrone und Kartoffeln', 1490, 'D'],
      ['Garnelen in Knoblauch', 'im Tonpfännchen, mit Brot', 1390, 'AB'],
      ['Gefüllte Paprika', 'mit Reis und Pinienkernen', 1190, '', vegan],
    ],
    sides: [['Patatas bravas', 'mit scharfer Sauce', 550, '', vegan]],
    desserts: [['Crema catalana', 'mit Zuckerkruste', 590, 'CG', vegetarian], ['Pastel de Nata', 'ein Stück, lauwarm', 280, 'ACG', vegetarian]],
  },
  drinks: ['wein', 'acqua', 'galao', 'bier', 'zitrone'],
  pictures: ['paella', 'tapas', 'shrimps'],
  tones: ['butter', 'apricot', 'sky'],
  stories: [
    'Rund um die Landungsbrücken isst man seit Generationen portugiesisch, hier auch spanisch.',
    'Kleine Teller, große Lautstärke, gute Laune.',
    'Die Paella braucht zwanzig Minuten; in denen gibt es Oliven.',
  ],
  partners: [
    ['Pastelaria Sonnenseite', 'neustadt', 'bakery', 'cheap'],
    ['Tasca Tejo', 'neustadt', 'allDay'],
    ['Bodega Sieben Zwerge', 'altstadt', 'lateBar'],
    ['Paellapfanne', 'hafencity', 'closedMonday'],
    ['Casa Catarina', 'stpauli', 'lateDay', 'premiumPast'],
    ['Azulejo', 'ottensen', 'lunch'],
    ['La Terraza del Norte – Tapas, Reisgerichte und Wein', 'uhlenhorst', 'evening', 'fine'],
    ['Churrería Schneeweiß', 'sternschanze', 'closedFriday', 'takeAway', 'cheap'],
    ['Bar Ibérico Klein', 'stgeorg', 'nightBar'],
  ],
  neighbours: [['Café Saudade', 'neustadt'], ['Tapas y Tüdelkram', 'altona'], ['O Pescador', 'stpauli'], ['Bodega Buenavista', 'barmbek'], ['Vinho & Verde', 'eimsbuettel']],
};
