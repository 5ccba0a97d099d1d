import type { LegalText } from './legal-text';

/** Privacy policy after Art. 13 GDPR; a sample. Its version is what a registration accepts. */
export const privacy: LegalText = {
  kind: 'privacy',
  title: 'Datenschutzerklärung',
  version: 1,
  sections: [
    {
      heading: 'Wer verantwortlich ist',
      blocks: ['Mahlzeit Muster GmbH, Musterstraße 1, 20095 Hamburg, hilfe@mahlzeit.test. Unsere Datenschutzbeauftragte erreichst du unter derselben Anschrift mit dem Zusatz „Datenschutz“.'],
    },
    {
      heading: 'Wenn du die Seite öffnest',
      blocks: [
        'Damit die Seite ankommt, verarbeiten wir deine IP-Adresse, den Zeitpunkt, die aufgerufene Adresse und die Angaben deines Browsers. Rechtsgrundlage ist Art. 6 Abs. 1 Buchst. f DSGVO: Ohne diese Daten kann der Server nicht antworten. Protokolle löschen wir nach sieben Tagen.',
        'Beim ersten Besuch legen wir eine anonyme Sitzung an. Dein Browser bekommt dafür ein Cookie, das nur die Anmeldung lesen kann und das 30 Tage nach deinem letzten Besuch endet. In seinem lokalen Speicher merkt er sich, dass es eine Sitzung gibt, und den zuletzt gewählten Ort. Beides ist unbedingt erforderlich (§ 25 Abs. 2 Nr. 2 TDDDG).',
        'Die Seite lädt nichts von fremden Servern. Schriften, Bilder und Karten liegen bei uns.',
      ],
    },
    {
      heading: 'Dein Standort',
      blocks: ['Fragst du nach Lokalen in deiner Nähe, schickt dein Browser uns deine Position, wenn du es erlaubst. Wir suchen damit die nächsten Lokale und speichern sie nicht. Ohne Erlaubnis wählst du den Ort selbst (Art. 6 Abs. 1 Buchst. a und b DSGVO).'],
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
      blocks: ['Auswertungen und Fehlerberichte durch Dritte gibt es nur, wenn du zustimmst. Deine Zustimmung kannst du jederzeit in den Einstellungen für die Zukunft widerrufen.'],
    },
    {
      heading: 'Deine Rechte',
      blocks: [
        ['Auskunft über deine Daten (Art. 15 DSGVO)', 'Berichtigung und Löschung (Art. 16 und 17 DSGVO)', 'Einschränkung der Verarbeitung (Art. 18 DSGVO)', 'Mitnahme deiner Daten (Art. 20 DSGVO)', 'Widerspruch gegen Verarbeitungen, die auf einem berechtigten Interesse beruhen (Art. 21 DSGVO)'],
        'Alles, was wir über dich gespeichert haben, lädst du in den Einstellungen als Datei herunter. Für alles andere schreib an hilfe@mahlzeit.test. Beschweren kannst du dich auch bei einer Aufsichtsbehörde, zum Beispiel bei der deines Wohnorts.',
      ],
    },
  ],
};
