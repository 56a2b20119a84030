type Terminal = Pick<NodeJS.ReadStream, 'setRawMode' | 'on' | 'off' | 'resume' | 'pause'>

/** Calls back for every key until the returned function is called. Ctrl-C interrupts, as it does elsewhere. */
export function hearKeys(terminal: Terminal, onKey: (key: string) => void, interrupt: () => void): () => void {
  const hear = (bytes: Buffer): void => {
    for (const key of bytes.toString('utf8')) key === '\x03' ? interrupt() : onKey(key)
  }
  terminal.setRawMode(true)
  terminal.on('data', hear)
  terminal.resume()
  return () => {
    terminal.off('data', hear)
    terminal.setRawMode(false)
    terminal.pause()
  }
}
