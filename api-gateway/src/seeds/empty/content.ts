import { escapeHtml } from '../../platform';
import type { Connection } from '../../platform';
import { knexOf } from '../../platform/database/knex-of';

/** Part of a legal document: a paragraph, or a list of bullet points. */
type LegalBlock = string | readonly string[];

/** Legal document as plain text, without HTML. */
interface LegalText {
  readonly kind: 'imprint' | 'privacy' | 'terms' | 'accessibility';
  readonly title: string;
  readonly version: number;
  readonly sections: readonly { readonly heading: string; readonly blocks: readonly LegalBlock[] }[];
}

const SAMPLE_NOTICE =
  'Mustertext: Dieses Dokument zeigt, was hier stehen wird. Es ist keine Rechtsberatung und gilt nicht. Vor dem Betrieb ersetzt es der Anbieter durch einen geprüften Text.';

const htmlOfBlock = (legalBlock: LegalBlock): string =>
  typeof legalBlock === 'string'
    ? `<p>${escapeHtml(legalBlock)}</p>`
    : `<ul>${legalBlock.map((listItem) => `<li>${escapeHtml(listItem)}</li>`).join('')}</ul>`;

/** Renders a legal document as HTML: headings, paragraphs and lists, all texts escaped. */
export const htmlOfLegalText = ({ sections }: LegalText): string =>
  [
    `<p><strong>${escapeHtml(SAMPLE_NOTICE)}</strong></p>`,
    ...sections.map(({ heading, blocks }) => `<h3>${escapeHtml(heading)}</h3>${blocks.map(htmlOfBlock).join('')}`),
  ].join('\n');

/** Sample of a legal notice (imprint) according to § 5 DDG. */
export const imprint: LegalText = {
  kind: 'imprint',
  title: 'Impressum',
  version: 2,
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
      heading: 'Daten von anderen',
      blocks: [
        'Namen und Lage der Orte, in denen du suchst: © GeoNames (geonames.org), Lizenz CC BY 4.0 (creativecommons.org/licenses/by/4.0/deed.de). Wir haben deutsche Namen und andere Schreibweisen ergänzt.',
        'Lokale, bei denen es dabeisteht: © OpenStreetMap-Mitwirkende, Open Database License (openstreetmap.org/copyright).',
      ],
    },
    {
      heading: 'Streitbeilegung',
      blocks: [
        'Wir nehmen nicht an Streitbeilegungsverfahren vor einer Verbraucherschlichtungsstelle teil und sind dazu auch nicht verpflichtet.',
      ],
    },
  ],
};

/** Sample of a privacy policy according to Art. 13 GDPR. A user who registers accepts the version of this policy. */
export const privacy: LegalText = {
  kind: 'privacy',
  title: 'Datenschutzerklärung',
  version: 1,
  sections: [
    {
      heading: 'Wer verantwortlich ist',
      blocks: [
        'Mahlzeit Muster GmbH, Musterstraße 1, 20095 Hamburg, hilfe@mahlzeit.test. Unsere Datenschutzbeauftragte erreichst du unter derselben Anschrift mit dem Zusatz „Datenschutz“.',
      ],
    },
    {
      heading: 'Wenn du die Seite öffnest',
      blocks: [
        'Damit die Seite ankommt, verarbeiten wir deine IP-Adresse, den Zeitpunkt, die aufgerufene Adresse und die Angaben deines Browsers. Rechtsgrundlage ist Art. 6 Abs. 1 Buchst. f DSGVO: Ohne diese Daten kann der Server nicht antworten. Protokolle löschen wir nach sieben Tagen.',
        'Beim ersten Besuch legen wir eine anonyme Sitzung an. Dein Browser bekommt dafür ein Cookie, das nur die Anmeldung lesen kann und das 30 Tage nach deinem letzten Besuch endet. In seinem lokalen Speicher merkt er sich, dass es eine Sitzung gibt, und den zuletzt gewählten Ort, den auch ein Cookie für die Startseite enthält. Geht eine neue Version gerade erst an einen Teil der Besucher, bekommt dein Browser ein Cookie mit einer Zufallszahl von 0 bis 99, damit du bei derselben Version bleibst. Jeder hundertste Besucher hat dieselbe Zahl, und das Cookie geht, sobald alle dieselbe Version bekommen. Rufst du Vorab-Versionen auf oder wählst du sie in deinem Konto, merkt sich auch das ein Cookie. Beide enden spätestens 30 Tage nach deinem letzten Besuch. Damit du ohne Netz weiterkommst, legt dein Browser ab, was du zuletzt gesehen hast: Lokale, Kontakte, Nachrichten, Treffen und Bestellungen. Meldest du dich ab oder jemand anderes an, löscht er es. All das ist unbedingt erforderlich (§ 25 Abs. 2 Nr. 2 TDDDG).',
        'Von sich aus lädt die Seite nichts von fremden Servern: Schriften, Bilder und die gezeichnete Karte liegen bei uns. Wird dir die Karte von Google angeboten, lädt sie erst, wenn du zustimmst; dass du zugestimmt hast, sagt uns ein Cookie, das dafür unbedingt erforderlich ist und mit deiner Zustimmung wieder geht. Dann erfährt die Google Ireland Limited deine IP-Adresse, die Angaben deines Browsers und den Ausschnitt, den du ansiehst, und kann sie in die USA übermitteln (Art. 6 Abs. 1 Buchst. a DSGVO). Deine Zustimmung widerrufst du in den Einstellungen.',
      ],
    },
    {
      heading: 'Dein Standort',
      blocks: [
        'Fragst du nach Lokalen in deiner Nähe, schickt dein Browser uns deine Position, wenn du es erlaubst. Wir suchen damit die nächsten Lokale und speichern sie nicht. Ohne Erlaubnis wählst du den Ort selbst (Art. 6 Abs. 1 Buchst. a und b DSGVO).',
      ],
    },
    {
      heading: 'Dein Konto',
      blocks: [
        'Für ein Konto brauchen wir deine E-Mail-Adresse und ein Passwort, das wir nur als Prüfwert (argon2id) speichern. Als Anzeigename dient der Teil vor dem @, bis du ihn änderst. Rechtsgrundlage ist der Nutzungsvertrag (Art. 6 Abs. 1 Buchst. b DSGVO).',
        'Meldest du dich über Google, Facebook oder Apple an, erfahren wir von dort deine E-Mail-Adresse, deinen Namen und eine Kennung, an der wir dich wiedererkennen; von Facebook auch dein Profilbild. Dein Passwort dort erfahren wir nicht.',
        'Lädst du ein Profilbild hoch, bearbeiten wir es neu: Aufnahmeort und andere Angaben in der Datei fallen dabei weg. Dein Bild sehen alle, die deinen Namen sehen.',
        'Codes und Links für dein Konto schicken wir dir per E-Mail. Verschickte E-Mails heben wir höchstens einen Tag auf.',
        'Ob andere dich über die Suche finden, entscheidest du bei der Registrierung und jederzeit in den Einstellungen (Art. 6 Abs. 1 Buchst. a DSGVO).',
        'Löschst du dein Konto, sehen andere es sofort nicht mehr. Du kannst es 30 Tage lang wiederherstellen, danach löschen wir die Daten. Belege bewahren wir so lange auf, wie Handels- und Steuerrecht es verlangen.',
      ],
    },
    {
      heading: 'Verabreden, bestellen, bezahlen',
      blocks: [
        'Nachrichten und Einladungen sehen die Menschen, denen du sie schickst. Bestellungen geben wir mit deinem Namen an das Lokal weiter.',
        'Zahlungen führen Zahlungsdienste aus. Kartennummern gehen direkt dorthin und erreichen unsere Server nicht (Art. 6 Abs. 1 Buchst. b DSGVO).',
      ],
    },
    {
      heading: 'Statistik und Fehlerberichte',
      blocks: [
        'Auswertungen und Fehlerberichte durch Dritte gibt es nur, wenn du zustimmst. Deine Zustimmung kannst du jederzeit in den Einstellungen für die Zukunft widerrufen.',
      ],
    },
    {
      heading: 'Deine Rechte',
      blocks: [
        [
          'Auskunft über deine Daten (Art. 15 DSGVO)',
          'Berichtigung und Löschung (Art. 16 und 17 DSGVO)',
          'Einschränkung der Verarbeitung (Art. 18 DSGVO)',
          'Mitnahme deiner Daten (Art. 20 DSGVO)',
          'Widerspruch gegen Verarbeitungen, die auf einem berechtigten Interesse beruhen (Art. 21 DSGVO)',
        ],
        'Alles, was wir über dich gespeichert haben, lädst du in den Einstellungen als Datei herunter. Für alles andere schreib an hilfe@mahlzeit.test. Beschweren kannst du dich auch bei einer Aufsichtsbehörde, zum Beispiel bei der deines Wohnorts.',
      ],
    },
  ],
};

/** Sample of the terms of use. The operator must replace it before production. */
export const terms: LegalText = {
  kind: 'terms',
  title: 'Nutzungsbedingungen',
  version: 1,
  sections: [
    {
      heading: 'Worum es geht',
      blocks: [
        'Mahlzeit zeigt dir Lokale und ihren Mittagstisch, hilft dir beim Verabreden und vermittelt Vorbestellungen. Umsehen kannst du dich ohne Konto. Die Nutzung ist für Gäste kostenlos.',
        'Anbieter ist die Mahlzeit Muster GmbH. Diese Bedingungen gelten für alle, die Mahlzeit in Deutschland, Österreich und der Schweiz nutzen.',
      ],
    },
    {
      heading: 'Dein Konto',
      blocks: [
        'Du brauchst eine eigene E-Mail-Adresse und ein Passwort mit mindestens acht Zeichen. Gib es niemandem weiter. Einladen, bestellen und bezahlen kannst du, sobald deine E-Mail-Adresse bestätigt ist. Dein Konto kannst du jederzeit in den Einstellungen löschen.',
      ],
    },
    {
      heading: 'Wie wir Lokale ordnen',
      blocks: [
        'Von den nächsten 100 Lokalen im Umkreis stehen geöffnete vorn. Unter gleichen folgen zuerst Lokale, die für eine bessere Platzierung bezahlen, dann zählt die Entfernung.',
        'Bezahlte Platzierungen sind als „Anzeige“ gekennzeichnet (§ 5b Abs. 2 UWG). Auf der Karte haben sie keinen Vorrang.',
      ],
    },
    {
      heading: 'Vorbestellen und bezahlen',
      blocks: [
        'Mit „Zahlungspflichtig bestellen“ gibst du ein verbindliches Angebot an das Lokal ab. Der Vertrag kommt zwischen dir und dem Lokal zustande, sobald es annimmt. Nimmt es nicht an, bekommst du den ganzen Betrag zurück.',
        'Alle Preise enthalten die Umsatzsteuer. Pfand zeigen wir getrennt.',
        'Speisen und Getränke verderben schnell oder werden für einen bestimmten Tag bereitet. Ein Widerrufsrecht besteht deshalb nicht (§ 312g Abs. 2 Nr. 2 und 9 BGB). Nach dem Bestellen stornierst du nur noch telefonisch beim Lokal.',
      ],
    },
    {
      heading: 'Miteinander',
      blocks: [
        'Nachrichten und Einladungen sollen anderen keinen Schaden tun. Nicht erlaubt sind:',
        [
          'Beleidigungen, Drohungen und Werbung',
          'fremde Namen, Bilder oder E-Mail-Adressen',
          'das automatische Auslesen von Menschen oder Speisekarten',
        ],
        'Bei schweren oder wiederholten Verstößen sperren wir das Konto. Wir sagen dir den Grund, und du kannst widersprechen.',
      ],
    },
    {
      heading: 'Haftung und Änderungen',
      blocks: [
        'Wir haften unbeschränkt für Vorsatz und grobe Fahrlässigkeit und für Schäden an Leben, Körper und Gesundheit. Bei leichter Fahrlässigkeit haften wir nur für wesentliche Pflichten und nur auf den vorhersehbaren Schaden.',
        'Ändern wir diese Bedingungen, fragen wir dich vorher. Ohne deine Zustimmung gelten die alten weiter, bis du dein Konto löschst oder wir kündigen.',
      ],
    },
  ],
};

/** Sample of an accessibility statement according to § 14 BFSG. */
export const accessibility: LegalText = {
  kind: 'accessibility',
  title: 'Erklärung zur Barrierefreiheit',
  version: 1,
  sections: [
    {
      heading: 'Unser Ziel',
      blocks: [
        'Mahlzeit soll für alle bedienbar sein: mit Tastatur, Vorleseprogramm, Vergrößerung und in hellen wie dunklen Farben. Maßstab sind das Barrierefreiheitsstärkungsgesetz (BFSG), die EN 301 549 und die WCAG 2.2 auf Stufe AA.',
      ],
    },
    {
      heading: 'So funktioniert der Dienst',
      blocks: [
        'Die Liste zeigt Lokale mit Entfernung, Öffnungszeit und Gerichten als Text. Die Karte zeigt dieselben Lokale: Alles, was dort steht, findest du auch in der Liste.',
        [
          'Jede Seite hat Überschriften und Sprungmarken.',
          'Zustände erkennst du an Wort und Zeichen, nie allein an der Farbe.',
          'Gesperrte Schaltflächen nennen ihren Grund.',
          'Bewegung lässt sich über die Einstellung deines Geräts abschalten.',
        ],
      ],
    },
    {
      heading: 'Wo es noch hakt',
      blocks: [
        'Bilder, die Lokale selbst einstellen, haben nicht immer eine Beschreibung. Speisekarten als Bild oder PDF können wir nicht vorlesen lassen. Die Gerichte des Tages stehen deshalb immer auch als Text da.',
      ],
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

const versionInfoRows = [{ major: '5', is_maintenance: false, required_version: '5.0.1' }];

const legalDocumentRowOf = (text: LegalText) => ({
  kind: text.kind,
  language: 'de',
  version: text.version,
  title: text.title,
  html: htmlOfLegalText(text),
  is_sample: true,
});

/** Adds the news about version 5 of the app and the legal documents to a new database. Existing rows stay unchanged. */
export const seedContent = async (connection: Connection): Promise<void> => {
  const knex = knexOf(connection);
  await knex('version_info').insert(versionInfoRows).onConflict('major').ignore();
  await knex('legal_document')
    .insert([imprint, privacy, terms, accessibility].map(legalDocumentRowOf))
    .onConflict(['kind', 'language'])
    .ignore();
};
