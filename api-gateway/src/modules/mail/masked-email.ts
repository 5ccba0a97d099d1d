const graphemes = new Intl.Segmenter('de', { granularity: 'grapheme' });

/** An address that its owner knows again and nobody else can write to: `a…@mahlzeit.test`. */
export const maskedEmail = (email: string): string => {
  const [first] = graphemes.segment(email);
  return `${first?.segment ?? ''}…${email.slice(email.lastIndexOf('@'))}`;
};
