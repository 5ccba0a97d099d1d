import de from './locales/de.json';

/** The few words that belong to a control itself, whoever shows it. */
export const uiText = (key: keyof typeof de): string => de[key];
