import { escapeHtml, escapeJson, fillText } from './escape';

it('replaces no placeholder within a value', () =>
  expect(fillText('{name} kommt um {time}', { name: '{time} $& {name}', time: '12:30' })).toBe(
    '{time} $& {name} kommt um 12:30',
  ));

it('leaves a placeholder without a value as it is', () => expect(fillText('{name}', {})).toBe('{name}'));

it('escapes a text for elements and attributes', () =>
  expect(escapeHtml('<b title="x">&amp;</b>')).toBe('&lt;b title=&quot;x&quot;&gt;&amp;amp;&lt;/b&gt;'));

it('writes JSON that can neither end a script element nor begin a comment', () => {
  const text = escapeJson({ name: '</script><!--' });
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toEqual({ name: '</script><!--' });
});
