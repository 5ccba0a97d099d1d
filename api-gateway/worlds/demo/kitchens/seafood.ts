import { vegan, vegetarian, type Kitchen } from './kitchen';

/** Fish from the North Sea and the rest of it. */
export const seafood: Kitchen = {
  tags: ['seafood', 'german', 'regional'],
  dishes: {
    lunch: [
      ['Backfisch mit Kartoffelsalat', 'Seelachs im Bierteig, Remoulade', 1150, 'ACDGJ'],
      ['Rotbarsch in Dillsauce', 'mit Petersilienkartoffeln', 1290, 'ADG'],
      ['Fischfrikadelle mit Gurkensalat', 'und Bratkartoffeln', 1050, 'ACDGJ'],
      ['Scholle Finkenwerder Art', 'mit Speck und Kartoffeln', 1690, 'AD'],
      ['Ofenkartoffel mit Räucherlachs', 'Meerrettichquark, Salat', 1190, 'DGJ'],
      ['Kartoffelpuffer mit Apfelmus', 'für alle, die heute keinen Fisch mögen', 850, 'AC', vegetarian],
    ],
    starters: [['Krabbencocktail', 'Büsumer Krabben, Toast', 1190, 'ABCG'], ['Bismarckhering', 'mit Zwiebel und Brot', 690, 'ADJ']],
    soups: [['Fischsuppe vom Tage', 'mit Safran und Fenchel', 990, 'BDILN'], ['Büsumer Krabbensuppe', 'mit Sahnehaube', 890, 'BGI']],
    salads: [['Matjessalat', 'Apfel, Rote Bete, Zwiebel', 850, 'CDJ']],
    mains: [
      ['Kutterscholle', 'in Butter gebraten, Bratkartoffeln', 1990, 'ADG'],
      ['Matjes Hausfrauenart', 'drei Filets, Pellkartoffeln', 1490, 'DGJ'],
      ['Lachsfilet auf Spinat', 'mit Zitronenbutter und Reis', 1890, 'DG'],
      ['Miesmuscheln in Weißwein', 'ein Topf, mit Brot', 1690, 'ADILN'],
      ['Zander auf Rahmsauerkraut', 'mit Kartoffelstampf', 2190, 'ADGL'],
    ],
    sides: [['Fischbrötchen mit Bismarck', 'auf die Hand', 450, 'ADJ'], ['Pellkartoffeln', 'mit Meersalz', 390, '', vegan]],
    desserts: [['Grießpudding mit Sanddorn', 'kalt', 550, 'AG', vegetarian]],
  },
  drinks: ['wasser', 'alster', 'bier', 'wein', 'rhabarber'],
  pictures: ['fish', 'shrimps', 'oysters'],
  tones: ['sky', 'butter', 'cocoa'],
  stories: [
    'Was heute angelandet wurde, steht mit Kreide an der Tafel, mehr gibt es nicht.',
    'Die Remoulade rührt der Chef selbst, und das Rezept verrät er nicht.',
    'Von den Fensterplätzen sieht man die Schlepper.',
  ],
  partners: [
    ['Fischkontor Deichstraße', 'altstadt', 'split', 'fine', 'premium'],
    ['Zur Krummen Kogge', 'hafencity', 'allDay'],
    ['Kutter & Kumpel', 'stpauli', 'closedMonday'],
    ['Möwenschreck', 'neustadt', 'lunch', 'takeAway', 'cheap'],
    ['Backfischbude Brücke Sechs', 'stpauli', 'snackBar', 'takeAway', 'cheap'],
    ['Matjesminister', 'altstadt', 'lunchEarly'],
    ['Hummer, Hering & Herr Petersen – Fischgaststätte seit der letzten Sturmflut', 'altona', 'closedTuesday', 'fine'],
    ['Kleiner Anleger', 'neustadt', 'lunchLong', 'noPayment'],
    ['Strandgut', 'ottensen', 'market'],
  ],
  neighbours: [['Fischräucherei Pahl', 'altona'], ['Heringshafen', 'hafencity'], ['Zum Blanken Hans', 'stpauli'], ['Austernamt', 'eppendorf'], ['Fischstube Alsterlauf', 'winterhude']],
};
