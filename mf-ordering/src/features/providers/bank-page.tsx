import { isObject } from '@mahlzeit/shared-ui/platform';
import { Caption, media, tokens } from '@mahlzeit/shared-ui/ui';
import { ShieldCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import styled from 'styled-components';

/**
 * URL parameter of the page to which the bank redirects: the id of the payment, or of the pre-authorisation of a card.
 */
type ReturnParameter = 'transactionId' | 'preAuthorizationId';

/**
 * Returns the ref of the iframe, and calls `onReturn` when the page to which the bank redirects has loaded in this
 * iframe.
 */
const useBankReturn = (parameterName: ReturnParameter, onReturn: (id: string) => void) => {
  const frameRef = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const onMessage = ({ origin, source, data }: MessageEvent<unknown>): void => {
      if (origin !== window.location.origin || source === null || source !== frameRef.current?.contentWindow) return;
      if (!isObject(data) || data['type'] !== 'mahlzeit-payment') return;
      const id = data[parameterName];
      if (typeof id === 'string') onReturn(id);
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, [parameterName, onReturn]);
  return frameRef;
};

interface BankPageProps {
  readonly url: string;
  /** Title of the iframe with the bank's page. Screen readers read it. */
  readonly title: string;
  /** Text that says to whom the page in the iframe belongs. */
  readonly hint: string;
  /** Name of the URL parameter that the bank adds when it redirects to the product's page. */
  readonly returnParameter: ReturnParameter;
  /**
   * Called with the value of the URL parameter. It must be the same function on each render, because a new one restarts
   * the listener.
   */
  readonly onReturn: (id: string) => void;
}

/**
 * Permissions of the bank's page. The bank's page may open the bank's app or a tab without a sandbox. It can't replace
 * the product's page, because `allow-top-navigation` is missing.
 */
const BANK_SANDBOX = 'allow-forms allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';

/** Iframe with the bank's own page. */
export const BankPage = ({ url, title, hint, returnParameter, onReturn }: BankPageProps) => {
  const bankFrameRef = useBankReturn(returnParameter, onReturn);
  return (
    <>
      <BankFrame ref={bankFrameRef} src={url} title={title} sandbox={BANK_SANDBOX} />
      <BankHint>
        <ShieldCheck size={18} aria-hidden="true" focusable="false" />
        <Caption>{hint}</Caption>
      </BankHint>
    </>
  );
};

const BankFrame = styled.iframe`
  display: block;
  width: 100%;
  height: max(390px, min(640px, 100dvh - 190px));
  ${media.from701} {
    height: max(390px, min(640px, 100dvh - 250px));
  }
  border: 1.5px solid ${tokens.color.lineStrong};
  border-radius: 16px;
  background: #fff;
  /* The bank's page is drawn for white. */
  color-scheme: light;
`;

const BankHint = styled.div`
  display: flex;
  align-items: flex-start;
  gap: 8px;
  margin-top: 12px;
  color: ${tokens.color.ink2};
  > svg {
    flex: none;
  }
`;
