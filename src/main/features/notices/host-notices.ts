/** What a host does with notices: shows them by the system, and marks its icon. */
export interface HostNotices {
  /** `onOpen`: a person pressed it, and the page is in front. */
  show(notice: {
    readonly title: string;
    readonly body: string;
    readonly onOpen: () => void;
  }): void;
  /** 0 takes it away. */
  badge(count: number): void;
}
