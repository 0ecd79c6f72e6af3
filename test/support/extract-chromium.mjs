// Unpacks the browser that @sparticuz/chromium carries, with the shared libraries it needs, into TMPDIR. A process of its
// own: the package decides by the environment at import, and is an ES module.
import chromium from '@sparticuz/chromium';

process.stdout.write(await chromium.executablePath());
