const ALL_PATHS = [''];
const BROWSER_PATHS = ['shell/', 'shared-ui/', 'mf-'];
const GATEWAY_PATHS = ['api-gateway/src/'];
const TEST_PATHS = ['e2e/', 'shared-ui/src/testing/'];

/**
 * Retired words with their replacements. `words` match in names: identifiers, files and folders, split at capitals and
 * dashes. `names` match whole identifiers, `comments` match comments. A row applies to files whose path begins with one
 * of `scopes` and with none of `not`. Strings aren't checked. `except` lists names that may keep the word.
 */
export const RETIRED_WORDS = [
  { comments: /\b(es|ox)lint-disable\b/, scopes: ALL_PATHS, right: 'nothing; a rule without exemption' },
  {
    words: ['letter', 'letters', 'write letter', 'letter html'],
    scopes: ['api-gateway/src/', 'api-gateway/sandbox/'],
    right: 'email message, renderEmail, email-html',
    except: [/^letters?$/, /^(create)?[dD]eadLetters?$/],
  },
  {
    comments: /\bletters?\b/i,
    scopes: ['api-gateway/src/modules/mail/', 'api-gateway/src/modules/identity/', 'api-gateway/sandbox/'],
    right: 'e-mail, email message',
  },
  { words: ['outbox'], scopes: ['api-gateway/src/platform/live/'], right: 'SendBuffer' },
  {
    words: ['first view', 'first view book', 'release book'],
    scopes: ALL_PATHS,
    right: 'prerender, PrerenderCache, ReleaseStore',
  },
  // In `platform/live`, the first view of a topic means something else than a prerendered page, so the words stay
  // allowed in that folder.
  { comments: /\bfirst views?\b/i, scopes: ALL_PATHS, not: ['shared-ui/src/platform/live/'], right: 'prerender' },
  {
    words: ['starter', 'start steps', 'afterwards'],
    scopes: ['shell/', 'shared-ui/', 'api-gateway/src/modules/releases/'],
    right: 'script loader, deferred startup',
  },
  {
    comments: /\bstarter\b/i,
    scopes: ['shell/', 'shared-ui/', 'api-gateway/src/modules/releases/'],
    right: 'script loader',
  },
  { words: ['demand', 'demands', 'watch demands'], scopes: [...BROWSER_PATHS, 'e2e/'], right: 'required action' },
  {
    words: ['give way', 'gives way', 'main stands', 'stands'],
    scopes: [...BROWSER_PATHS, 'e2e/'],
    right: 'dismiss, mainReady, ready or shown',
  },
  // In the design system (shared-ui), `ground` means the surface behind a colour, so the word stays allowed there.
  { words: ['ground', 'hamburg ground'], scopes: ['api-gateway/', 'mf-', 'shell/', 'e2e/'], right: 'basemap' },
  {
    words: ['kept', 'told'],
    scopes: ['shell/', 'shared-ui/src/platform/', 'mf-'],
    right: 'persisted, seen, view-state, storage',
  },
  {
    words: ['reach', 'widen', 'widened', 'settled'],
    scopes: ['mf-discovery/'],
    right: 'search area, expand, debounced',
  },
  // Names must not end with „Words“, „Looks“ or „Story“. `SearchedWords` and `LongWords` are allowed, because these
  // really are words, and so is `Teaser.words`, a field of the API.
  {
    names: /[a-z](Words|Looks)$|^looks$|-(words|looks|story)$/,
    scopes: BROWSER_PATHS,
    right: 'labels or texts, variants, the noun of the flow',
    except: [/(Searched|Long)Words$/],
  },
  {
    words: ['session conversation', 'session mark', 'tab follower'],
    scopes: ALL_PATHS,
    right: 'session actions, session hint, cross-tab sync',
  },
  {
    words: ['stayer', 'leaver', 'relearn', 'learn'],
    scopes: BROWSER_PATHS,
    right: 'active user, departed user, refetch, apply',
  },
  {
    names: /^_?(hear|hears|tell|returned)$|^(tell|hear)[A-Z]/,
    scopes: ['shell/', 'shared-ui/src/platform/', 'mf-'],
    right: 'on…, emit, onVisible',
  },
  {
    names:
      /^(createTurns|Turns|createWorkSlots|WorkSlots|[eE]xclusively|inTurn)$|^(turns|work-slots|exclusively|in-turn)$/,
    not: ['api-gateway/src/platform/live/hub-model.test.ts'],
    scopes: GATEWAY_PATHS,
    right: 'keyed mutex, semaphore, withLock, serial queue',
  },
  { words: ['write together', 'joined write'], scopes: ALL_PATHS, right: 'writeInTransaction, ambient transaction' },
  {
    words: ['generation'],
    names: /^Join$/,
    scopes: ['api-gateway/src/platform/database/'],
    right: 'data version, ambient transaction',
  },
  {
    words: ['found accounts', 'keep world', 'worlds'],
    scopes: ['api-gateway/'],
    right: 'seed-accounts, refreshSeed, seeds',
  },
  { words: ['user data holder'], scopes: ALL_PATHS, right: 'PersonalDataProvider' },
  {
    names: /^[A-Z]\w*(Refusal|Fault|Defect|Complaint)s?$|^(Refusal|Fault|Failure|Defect|Complaint)$/,
    scopes: ['api-gateway/src/', 'shell/', 'mf-', 'shared-ui/src/platform/', 'shared-ui/src/ui/'],
    right: '…Error for an expected error value; throw for the rest',
  },
  {
    words: ['outcome', 'take in', 'pack'],
    scopes: ['api-gateway/src/platform/'],
    // The library that writes tar archives uses the retired word in its interface, so the word stays allowed in this
    // folder.
    not: ['api-gateway/src/platform/database/backup/'],
    right: 'HttpResult, preprocess, compress',
  },
  {
    names: /^judge[A-Z]|^(MOST_|most[A-Z])|^isTooMuch$/,
    scopes: ALL_PATHS,
    right: 'validate… or check…, MAX_…, exceeds…',
  },
  { words: ['chrome', 'visit'], scopes: ['shell/'], right: 'ShellServices, mount' },
  { words: ['remote parts'], scopes: ['shell/', 'shared-ui/src/platform/'], right: 'remote resolver' },
  { names: /^(\w*[a-z])?Stage$/, scopes: TEST_PATHS, right: 'test harness' },
  { words: ['complaint', 'complaints', 'traces'], scopes: TEST_PATHS, right: 'console errors, leaks' },
  // `BookOpen` is the name of an icon, so it may keep the word.
  {
    words: ['lot', 'lots', 'book', 'keeper', 'sweep', 'sweeper'],
    except: [/^BookOpen$/],
    scopes: [...GATEWAY_PATHS, ...BROWSER_PATHS],
    right: 'seeded random, cache or store, watcher, cleanup job',
  },
  {
    names: /^(create|Fake|Live|use)?Gateway$/,
    scopes: ['mf-', 'shell/', 'shared-ui/src/platform/'],
    right: 'ApiClient',
  },
  { names: /^LiveClient$|LiveClient$/, scopes: ['api-gateway/src/platform/live/'], right: 'LiveConnection' },
  {
    names: /^World$/,
    scopes: ['api-gateway/', ...BROWSER_PATHS],
    right: 'Seed (World is a fixture of the browser tests)',
  },
  { comments: /Answers the way to/, scopes: ALL_PATHS, right: 'Returns an unsubscribe function.' },
  {
    comments: /^\W*What \S+( \S+)? (takes|is made from|are made from|need|needs to be made)\.?\W*$/,
    scopes: ALL_PATHS,
    right: 'no comment: the type says it',
  },
  { comments: /\b(he|him|his|himself)\b/i, scopes: ALL_PATHS, right: 'they, them, their' },
];
