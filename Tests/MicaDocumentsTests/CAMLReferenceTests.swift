import Foundation
import MicaDocuments
import Testing

/// The reader follows the page docs/caml.md.
@Test func caml_page_has_the_tables_of_the_reader() throws {
    var package = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { package.deleteLastPathComponent() }
    let page = try String(contentsOf: package.appending(path: "docs/caml.md"), encoding: .utf8)
    #expect(
        page.contains(CAMLReference.tables), "write the output of 'mica help caml' between the marks of docs/caml.md")
    let examples = package.appending(path: "Examples/Documents/bell.caml")
    let whole = try String(contentsOf: examples, encoding: .utf8)
    #expect(page.contains(whole), "the page quotes Examples/Documents/bell.caml as a whole")
}
