import type { TopicSource } from '../types';

/** A topic that somebody asks for: where it comes from and what its parameter is. */
export interface FoundTopic {
  readonly source: TopicSource;
  readonly param: string | null;
}

const joined = (pattern: string, sources: readonly TopicSource[]): TopicSource => {
  const naming = sources.find((source) => source.logName !== undefined);
  return {
    pattern,
    ...(naming?.logName === undefined ? {} : { logName: naming.logName.bind(naming) }),
    async mayRead(session, param, knex) {
      for (const source of sources) if (!(await source.mayRead(session, param, knex))) return false;
      return true;
    },
    async snapshot(session, param, knex) {
      const parts = [];
      for (const source of sources) parts.push(await source.snapshot(session, param, knex));
      return parts.flat();
    },
  };
};

const matcherOf = (pattern: string): RegExp =>
  new RegExp(`^${pattern.split('/').map((part) => (part.startsWith(':') ? '([A-Za-z0-9_-]{1,64})' : part)).join('/')}$`);

/** Finds the source of a topic's name; sources of one pattern are joined in the order in which they came. */
export const createTopicIndex = (sources: readonly TopicSource[]): ((topic: string) => FoundTopic | null) => {
  const patterns = [...new Set(sources.map((source) => source.pattern))];
  const entries = patterns.map((pattern) => ({
    matcher: matcherOf(pattern),
    source: joined(pattern, sources.filter((source) => source.pattern === pattern)),
  }));
  return (topic) => {
    for (const { matcher, source } of entries) {
      const match = matcher.exec(topic);
      if (match !== null) return { source, param: match[1] ?? null };
    }
    return null;
  };
};
