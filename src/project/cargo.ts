import { check, type Ecosystem } from './checks.ts'

/** Rust crates, single or in a workspace. */
export const cargo: Ecosystem = {
  name: 'cargo',
  find({ files, read }, dir) {
    const manifest = read(`${dir}Cargo.toml`)
    if (manifest === null) return []
    const all = /^\[workspace\]/m.test(manifest) ? ' --workspace' : ''
    const isLinted =
      ['clippy.toml', '.clippy.toml'].some((file) => files.includes(dir + file)) ||
      /^\[(?:workspace\.)?lints\.clippy\]/m.test(manifest)
    return [
      check(dir, 'test', `cargo test${all}`, 'Cargo.toml'),
      ...(isLinted ? [check(dir, 'lint', `cargo clippy${all} --all-targets`, 'Cargo.toml')] : []),
      check(dir, 'build', `cargo build${all}`, 'Cargo.toml'),
    ]
  },
}
