/** The comment of a node, editable. */

export function Comment({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  return (
    <label class="field comment">
      <span>Comment</span>
      <textarea
        rows={2}
        maxLength={5000}
        value={text}
        placeholder="Write what you think of this move"
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}
