import type { LegalText } from './legal-text';

/** Accessibility statement after § 14 BFSG; a sample. */
export const accessibility: LegalText = {
  kind: 'accessibility',
  title: 'Erklärung zur Barrierefreiheit',
  version: 1,
  sections: [
    {
      heading: 'Unser Ziel',
      blocks: ['Mahlzeit soll für alle bedienbar sein: mit Tastatur, Vorleseprogramm, Vergrößerung und in hellen wie dunklen Farben. Maßstab sind das Barrierefreiheitsstärkungsgesetz (BFSG), die EN 301 549 und die WCAG 2.2 auf Stufe AA.'],
    },
    {
      heading: 'So funktioniert der Dienst',
      blocks: [
        'Die Liste zeigt Lokale mit Entfernung, Öffnungszeit und Gerichten als Text. Die Karte zeigt dieselben Lokale: Alles, was dort steht, findest du auch in der Liste.',
        ['Jede Seite hat Überschriften und Sprungmarken.', 'Zustände erkennst du an Wort und Zeichen, nie allein an der Farbe.', 'Gesperrte Schaltflächen nennen ihren Grund.', 'Bewegung lässt sich über die Einstellung deines Geräts abschalten.'],
      ],
    },
    {
      heading: 'Wo es noch hakt',
      blocks: ['Bilder, die Lokale selbst einstellen, haben nicht immer eine Beschreibung. Speisekarten als Bild oder PDF können wir nicht vorlesen lassen. Die Gerichte des Tages stehen deshalb immer auch als Text da.'],
    },
    {
      heading: 'Sag uns, was stört',
      blocks: [
        'Schreib an hilfe@mahlzeit.test. Wir antworten innerhalb von zwei Wochen.',
        'Hilft das nicht, kannst du dich an die Marktüberwachungsstelle der Länder für die Barrierefreiheit von Produkten und Dienstleistungen (MLBF) in Magdeburg wenden.',
      ],
    },
    {
      heading: 'Stand dieser Erklärung',
      blocks: ['Diese Erklärung beruht auf einer Selbstbewertung und wird mit jeder größeren Änderung überprüft.'],
    },
  ],
};
