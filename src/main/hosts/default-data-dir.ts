/** Where everything is kept when nobody says otherwise: the same place in both hosts. */
import envPaths from 'env-paths';

/** For example ~/.local/share/Causeway on Linux, ~/Library/Application Support/Causeway on macOS. */
export const defaultDataDir = (): string => envPaths('Causeway', { suffix: '' }).data;

/** Data folder of `npm run dev`, so that work on the program never opens real records: ~/.local/share/Causeway-dev. */
export const developmentDataDir = (): string => envPaths('Causeway', { suffix: 'dev' }).data;
