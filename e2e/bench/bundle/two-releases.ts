import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyCheckout } from '../../fixtures/checkout-copy';
import { BUILT_FOLDERS, copyProduct } from '../../world/product';
import { writeOneBundle } from './one-bundle';

/** Remote of which a second release is built. */
export const CHANGED_REMOTE = 'mf-account';

/** Text on the screen `settings` of that remote that the second release changes, with its replacement. */
const [RELEASED_TEXT, CHANGED_TEXT] = ['"Imprint": "Impressum"', '"Imprint": "Wer wir sind"'];

/** Way in which the product is built. */
export type ProductForm = 'product' | 'bundle';

/** Folders of two releases of the product, in both forms. */
interface ReleaseFolders {
  readonly before: Readonly<Record<ProductForm, string>>;
  /** Folders of the second release. It has the same sources, but one text of one remote differs. */
  readonly after: Readonly<Record<ProductForm, string>>;
  remove(): void;
}

const changeText = (file: string): void => {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(RELEASED_TEXT)) throw new Error(`${file} lacks ${RELEASED_TEXT}`);
  writeFileSync(file, text.replace(RELEASED_TEXT, CHANGED_TEXT));
};

/**
 * Builds the product twice, with federation and as one bundle: as it is, and after a release of one remote with one
 * changed text. All builds come from one copy of the checkout, because the names of scripts depend on the folder of
 * their packages.
 */
export const buildTwoReleases = async (printLine: (line: string) => void): Promise<ReleaseFolders> => {
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-bench-bundle-'));
  const checkout = copyCheckout(BUILT_FOLDERS);
  const buildForms = async (name: string): Promise<Readonly<Record<ProductForm, string>>> => {
    printLine(`bundle: building ${name}`);
    checkout.run('shared-ui/build/cli.mjs', ['build'], CHANGED_REMOTE);
    const folderByForm = { product: join(folder, name, 'product'), bundle: join(folder, name, 'bundle') };
    copyProduct(checkout.folder, folderByForm.product);
    cpSync(folderByForm.product, folderByForm.bundle, { recursive: true, verbatimSymlinks: true });
    await writeOneBundle(checkout.folder, folderByForm.bundle);
    return folderByForm;
  };
  const formsBefore = await buildForms('before');
  changeText(join(checkout.folder, CHANGED_REMOTE, 'locales/de.json'));
  const formsAfter = await buildForms('after');
  return {
    before: formsBefore,
    after: formsAfter,
    remove() {
      checkout.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
