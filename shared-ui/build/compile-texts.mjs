import compile from 'icu-minify/compile';

/**
 * Compiles a table of ICU messages, so that the browser needs no parser for them. Throws an error with the message's
 * key if a message isn't valid.
 */
export const compileTexts = (messageByKey) =>
  Object.fromEntries(
    Object.entries(messageByKey).map(([key, message]) => {
      try {
        return [key, compile(message)];
      } catch (cause) {
        throw new Error(`${key}: „${message}“ is no ICU message`, { cause });
      }
    }),
  );

/** Matches files with texts that the browser shows. The gateway's own texts aren't compiled. */
export const TEXT_TABLES = /^(?!.*[\\/]api-gateway[\\/]).*[\\/]locales[\\/][a-z]{2}\.json$/;

/** Transform with which Jest compiles tables of texts. */
export default { process: (source) => ({ code: JSON.stringify(compileTexts(JSON.parse(source))) }) };
