import styled from 'styled-components';
import { prerenderView } from './prerender';

const Name = styled.b`
  color: rgb(1 2 3);
`;
const Card = styled.article`
  ${Name} {
    margin: 7px;
  }
`;

const prerendered = () =>
  prerenderView(
    <Card>
      sc-x <Name>A &lt; B</Name>
    </Card>,
  );

it('answers markup and the rules for it, without a tag that the library would take over', () => {
  const view = prerendered();
  expect(view?.html).toMatch(/^<article class="[^"]+">sc-x <b class="[^"]+">A &lt; B<\/b><\/article>$/);
  expect(view?.css).toContain('color:rgb(1 2 3)');
  expect(view?.css).not.toContain('<');
});

it('brings the page’s ground along', () => expect(prerendered()?.css).toContain('box-sizing:border-box'));

it('calls components by names of its own', () => {
  const view = prerendered();
  expect(view?.html).not.toContain('class="sc-');
  const [, name = 'none'] = /<b class="(fv-\w+)/.exec(view?.html ?? '') ?? [];
  expect(view?.css).toContain(`.${name}{margin:7px;}`);
});

it('answers nothing where nothing is drawn', () => expect(prerenderView(null)).toBeNull());
