import compile from 'icu-minify/compile';

/**
 * Compiles a table of ICU messages, so that no parser reaches the browser. Throws on a message that can't be read, with
 * its key.
 */
export const compileTexts = (table) =>
  Object.fromEntries(
    Object.entries(table).map(([key, message]) => {
      try {
        return [key, compile(message)];
      } catch (cause) {
        throw new Error(`${key}: „${message}“ is no ICU message`, { cause });
      }
    }),
  );

/** Which files are tables of texts: those of the browser; the gateway's own aren't compiled. */
export const TEXT_TABLES = /^(?!.*[\\/]api-gateway[\\/]).*[\\/]locales[\\/][a-z]{2}\.json$/;

/** Jest's transform for tables of texts. */
export default { process: (source) => ({ code: JSON.stringify(compileTexts(JSON.parse(source))) }) };
