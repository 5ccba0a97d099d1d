import styled from 'styled-components';
import { prerenderView } from './prerender';

const ProbeName = styled.b`
  color: rgb(1 2 3);
`;
const ProbeCard = styled.article`
  ${ProbeName} {
    margin: 7px;
  }
`;

const prerenderProbe = () =>
  prerenderView(
    <ProbeCard>
      sc-x <ProbeName>A &lt; B</ProbeName>
    </ProbeCard>,
  );

it('answers markup and the rules for it, without a tag that the library would take over', () => {
  const prerenderedView = prerenderProbe();
  expect(prerenderedView?.html).toMatch(/^<article class="[^"]+">sc-x <b class="[^"]+">A &lt; B<\/b><\/article>$/);
  expect(prerenderedView?.css).toContain('color:rgb(1 2 3)');
  expect(prerenderedView?.css).not.toContain('<');
});

it('brings the page’s ground along', () => expect(prerenderProbe()?.css).toContain('box-sizing:border-box'));

it('calls components by names of its own', () => {
  const view = prerenderProbe();
  expect(view?.html).not.toContain('class="sc-');
  const [, prefixedClassName = 'none'] = /<b class="(fv-\w+)/.exec(view?.html ?? '') ?? [];
  expect(view?.css).toContain(`.${prefixedClassName}{margin:7px;}`);
});

it('answers nothing where nothing is drawn', () => expect(prerenderView(null)).toBeNull());
