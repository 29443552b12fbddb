/** Draws parsed Markdown as elements; text stays text. */
import type { ComponentChild } from "preact";
import { useMemo } from "preact/hooks";
import { parseMarkdown, type Block, type Inline } from "./parseMarkdown";

/** Draws the diagram with a number; null if there is none. */
export type DrawDiagram = (number: number) => ComponentChild;

interface Props {
  text: string;
  diagram?: DrawDiagram;
}

export function Markdown({ text, diagram = () => null }: Props) {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  return (
    <div class="prose">
      <Blocks blocks={blocks} diagram={diagram} />
    </div>
  );
}

function Blocks({ blocks, diagram }: { blocks: readonly Block[]; diagram: DrawDiagram }) {
  return (
    <>
      {blocks.map((block, index) => (
        <One key={index} block={block} diagram={diagram} />
      ))}
    </>
  );
}

const DIAGRAM = /^diagram (\d+)$/;

function One({ block, diagram }: { block: Block; diagram: DrawDiagram }) {
  switch (block.kind) {
    case "heading": {
      const Tag = `h${Math.min(block.level, 4)}` as "h1" | "h2" | "h3" | "h4";
      return (
        <Tag>
          <Words text={block.text} />
        </Tag>
      );
    }
    case "paragraph":
      return (
        <p>
          <Words text={block.text} />
        </p>
      );
    case "code": {
      const number = DIAGRAM.exec(block.info)?.[1];
      const drawn = number === undefined ? null : diagram(Number(number));
      if (drawn !== null) return <>{drawn}</>;
      return (
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    }
    case "quote":
      return (
        <blockquote>
          <Blocks blocks={block.blocks} diagram={diagram} />
        </blockquote>
      );
    case "list": {
      const Tag = block.ordered ? "ol" : "ul";
      return (
        <Tag>
          {block.items.map((item, index) => (
            <li key={index}>
              <Item blocks={item} diagram={diagram} />
            </li>
          ))}
        </Tag>
      );
    }
    case "table":
      return (
        <div class="table-scroll" tabIndex={0}>
          <table class="table">
            <thead>
              <tr>
                {block.head.map((cell, index) => (
                  <th key={index} scope="col">
                    <Words text={cell} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, index) => (
                <tr key={index}>
                  {row.map((cell, column) => (
                    <td key={column}>
                      <Words text={cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
  }
}

/** An item that is one paragraph needs no paragraph around it. */
function Item({ blocks, diagram }: { blocks: readonly Block[]; diagram: DrawDiagram }) {
  const only = blocks[0];
  if (blocks.length === 1 && only?.kind === "paragraph") return <Words text={only.text} />;
  return <Blocks blocks={blocks} diagram={diagram} />;
}

function Words({ text }: { text: readonly Inline[] }) {
  return (
    <>
      {text.map((part, index) => {
        switch (part.kind) {
          case "text":
            return part.text;
          case "link":
            return (
              <a key={index} href={part.href} rel="noreferrer">
                {part.text}
              </a>
            );
          default: {
            const Tag = part.kind;
            return <Tag key={index}>{part.text}</Tag>;
          }
        }
      })}
    </>
  );
}
