import type { LegalText } from './legal-text';

/** Imprint after § 5 DDG; a sample. */
export const imprint: LegalText = {
  kind: 'imprint',
  title: 'Impressum',
  version: 1,
  sections: [
    {
      heading: 'Anbieter',
      blocks: [
        'Mahlzeit Muster GmbH, Musterstraße 1, 20095 Hamburg, Deutschland',
        'Vertreten durch die Geschäftsführung: Erika Mustermann',
        'Registergericht: Amtsgericht Musterstadt, HRB 00000. Umsatzsteuer-Identifikationsnummer nach § 27a UStG: DE000000000.',
      ],
    },
    {
      heading: 'So erreichst du uns',
      blocks: ['E-Mail: hilfe@mahlzeit.test', 'Telefon: 040 0000000 (werktags von 9 bis 17 Uhr)'],
    },
    {
      heading: 'Verantwortlich für den Inhalt nach § 18 Abs. 2 MStV',
      blocks: ['Erika Mustermann, Anschrift wie oben'],
    },
    {
      heading: 'Speisekarten, Preise und Bilder',
      blocks: [
        'Speisen, Preise, Öffnungszeiten und Hinweise zu Allergenen und Zusatzstoffen stammen von den Lokalen. Wir prüfen sie auf Lesbarkeit, nicht auf Richtigkeit. Bei einer Allergie frag bitte im Lokal nach.',
        'Meldest du uns einen rechtswidrigen Inhalt, prüfen wir ihn und entfernen ihn, wenn der Hinweis stimmt. Zentrale Kontaktstelle nach Art. 11 und 12 der Verordnung (EU) 2022/2065 (Digital Services Act): hilfe@mahlzeit.test, auf Deutsch und Englisch.',
      ],
    },
    {
      heading: 'Streitbeilegung',
      blocks: ['Wir nehmen nicht an Streitbeilegungsverfahren vor einer Verbraucherschlichtungsstelle teil und sind dazu auch nicht verpflichtet.'],
    },
  ],
};
