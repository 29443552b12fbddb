/** Name, pages, and whether the server can be reached. */
import { liveStatus } from "../api/live";
import { href, route } from "../state/route";
import { useStore } from "../state/store";
import { Icon, type IconName } from "./Icon";

const PAGES: { page: string; also: string[]; title: string; icon: IconName }[] = [
  { page: "home", also: ["play", "new", "library"], title: "Play", icon: "home" },
  { page: "analyse", also: ["setup"], title: "Analyse", icon: "graph" },
  { page: "learn", also: ["train", "puzzles", "count", "coupons", "lesson", "tournaments"], title: "Learn", icon: "learn" },
  { page: "rules", also: [], title: "Rules", icon: "rules" },
  { page: "settings", also: [], title: "Settings", icon: "settings" },
];

export function Header() {
  const now = useStore(route).page;
  const status = useStore(liveStatus);
  return (
    <header class="header">
      <a class="brand" href={href("home")} aria-label="Tesuji, start page">
        <svg viewBox="0 0 64 64" aria-hidden="true">
          <rect width="64" height="64" rx="14" fill="#e3bd7c" />
          <path d="M10 32h44M32 10v44" stroke="#6b4a1d" stroke-width="2.500" />
          <circle cx="23" cy="23" r="12" fill="#20242b" />
          <circle cx="41" cy="41" r="12" fill="#fbfaf7" stroke="#b9b2a3" />
        </svg>
        <span>Tesuji</span>
      </a>
      <nav class="nav" aria-label="Pages">
        {PAGES.map(({ page, also, title, icon }) => (
          <a key={page} href={href(page)} aria-current={now === page || also.includes(now) ? "page" : undefined}>
            <Icon name={icon} />
            <span>{title}</span>
          </a>
        ))}
      </nav>
      {status === "lost" ? (
        <p class="connection" role="status">
          Connection lost, trying again…
        </p>
      ) : null}
    </header>
  );
}
