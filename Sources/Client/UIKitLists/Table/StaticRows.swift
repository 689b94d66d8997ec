import CoreGraphics
import Foundation

/// The rows of a storyboard's table view with static content. *Source*: Apple, Table View Programming Guide for iOS, "The Technique for
/// Static Row Content": the controller's own data source gives them.
@MainActor package struct StaticRows {
    /// A row.
    package struct Row {
        let cell: UITableViewCell
        let height: CGFloat?
        package init(cell: UITableViewCell, height: CGFloat?) { (self.cell, self.height) = (cell, height) }
    }

    /// A section.
    package struct Section {
        let header: String?
        let footer: String?
        let rows: [Row]
        package init(header: String?, footer: String?, rows: [Row]) {
            (self.header, self.footer, self.rows) = (header, footer, rows)
        }
    }

    let sections: [Section]

    package init(sections: [Section]) { self.sections = sections }

    /// The section of a number; nil if there is none.
    func section(_ number: Int) -> Section? { sections.indices.contains(number) ? sections[number] : nil }

    /// The row at a path; nil if there is none.
    func row(_ path: IndexPath) -> Row? {
        guard let rows = section(path.section)?.rows, rows.indices.contains(path.row) else { return nil }
        return rows[path.row]
    }
}
