import { useEffect, useId, useRef, useState } from 'react';
import type { ChangeEvent, ComponentPropsWithRef, DragEvent } from 'react';
import styled, { css } from 'styled-components';
import { Icon } from '../art/art';
import type { IconSource } from '../art/art';
import { textStyles, tokens } from '../theme/tokens';
import { describedBy, FieldFrame } from './field-frame';

interface FileFieldProps extends Pick<ComponentPropsWithRef<'input'>, 'ref' | 'accept'> {
  readonly label: string;
  /** Text inside of the drop zone: „Bild auswählen“. */
  readonly actionText: string;
  readonly icon: IconSource;
  readonly error?: string;
  readonly hint?: string;
  /** Called with all files that the user has dropped or chosen at once. The caller checks their number and types. */
  readonly onFiles: (files: readonly File[]) => void;
}

const filesOf = (fileList: FileList | null): readonly File[] => [...(fileList ?? [])];

// Keeps the browser from opening a file that was dropped beside the drop zone: the file would replace the page, with
// everything that the user has typed.
const preventFileOpening = (event: globalThis.DragEvent): void => {
  if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
};

const useDropZone = (onFiles: FileFieldProps['onFiles']) => {
  // Number of elements that the dragged file has entered and not left. It enters a child before it leaves the parent,
  // so single events don't tell whether it is still inside the zone.
  const dragDepth = useRef(0);
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  useEffect(() => {
    window.addEventListener('dragover', preventFileOpening);
    window.addEventListener('drop', preventFileOpening);
    return () => {
      window.removeEventListener('dragover', preventFileOpening);
      window.removeEventListener('drop', preventFileOpening);
    };
  }, []);
  const setDragDepth = (nextDepth: number) => {
    dragDepth.current = nextDepth;
    setIsDraggedOver(nextDepth > 0);
  };
  return {
    isOver: isDraggedOver,
    handlers: {
      onDragEnter: () => setDragDepth(dragDepth.current + 1),
      onDragLeave: () => setDragDepth(dragDepth.current - 1),
      onDragOver: (event: DragEvent) => event.preventDefault(),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setDragDepth(0);
        onFiles(filesOf(event.dataTransfer.files));
      },
    },
  };
};

/** Field that accepts files by drag and drop, by tap or by keyboard. */
export const FileField = ({ label, actionText, icon, error, hint, onFiles, ...rest }: FileFieldProps) => {
  const id = useId();
  const { isOver, handlers } = useDropZone(onFiles);
  const reportFiles = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    onFiles(filesOf(input.files));
    // The input's value is cleared, because otherwise choosing the same file again after a rejection would fire no
    // change event.
    input.value = '';
  };
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <DropZone {...handlers} htmlFor={id} $isOver={isOver} $isInvalid={error !== undefined}>
        <Icon source={icon} size={28} />
        {actionText}
        <FileInput
          {...rest}
          id={id}
          type="file"
          aria-invalid={error !== undefined}
          aria-describedby={describedBy(id, { error, hint })}
          onChange={reportFiles}
        />
      </DropZone>
    </FieldFrame>
  );
};

const DropZone = styled.label<{ readonly $isOver: boolean; readonly $isInvalid: boolean }>`
  ${textStyles.label}
  display: grid;
  place-items: center;
  place-content: center;
  gap: 8px;
  position: relative;
  min-height: 140px;
  padding: 20px 16px;
  border: 2px dashed ${({ $isInvalid }) => ($isInvalid ? tokens.color.err : tokens.color.lineStrong)};
  border-radius: ${tokens.radius.card};
  background: ${tokens.color.surface};
  color: ${tokens.color.plumText};
  text-align: center;
  cursor: pointer;
  transition: background ${tokens.duration.tap} ${tokens.curve.in};
  &:hover {
    background: ${tokens.color.hover};
  }
  &:has(:focus-visible) {
    outline: 3px solid ${tokens.color.plumText};
    outline-offset: 2px;
  }
  ${({ $isOver }) =>
    $isOver &&
    css`
      &,
      &:hover {
        border-color: ${tokens.color.plumText};
        background: ${tokens.color.plumTint};
        color: ${tokens.color.onPlumTint};
      }
    `}
`;

// Invisible input that users reach by keyboard; the visible target is the zone around the input.
const FileInput = styled.input`
  position: absolute;
  width: 1px;
  height: 1px;
  opacity: 0;
`;
