import { Fragment } from "react";

/** Between the parts of an address. */
const BREAK = /(?<=[/_?&=@-])(?=[\p{L}\p{N}])|(?<=\.)(?=\p{L})/u;

/** An address that wraps at its separators; inside a word only if that is too long for a line. */
export const Breakable = ({ text }: { text: string }) =>
  text.split(BREAK).map((part, i) => (
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ));
