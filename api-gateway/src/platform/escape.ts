const htmlEntityByCharacter: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Escapes a text for HTML, including attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => htmlEntityByCharacter[character] ?? character);

/** Serialises JSON for an HTML script element: without `<`, which could end the element or begin a comment. */
export const escapeJson = (value: object): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Replaces the `{placeholders}` of a text by values. A placeholder inside of a value is not replaced. */
export const fillText = (text: string, placeholderValues: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, placeholderName: string) =>
    String(placeholderValues[placeholderName] ?? placeholder),
  );
