import Foundation
import MicaScripts
import Testing
import UIKit

@testable import UIKitLists

/// Table views while the render server moves their content.
@MainActor @Suite(.serialized) struct TableMotionTests {
    /// At times between two refreshes, when the program has set no position, the header is where the content's offset
    /// asks for it.
    @Test func floating_headers_move_with_the_servers_offset() throws {
        let source = TableSource((0..<6).map { section in (0..<12).map { "\(section).\($0)" } })
        source.titles = (0..<6).map { "Section \($0)" }
        let stage = TableWindow(source)
        let table = stage.table
        table.sectionHeaderTopPadding = 0
        table.layoutIfNeeded()
        try stage.host.perform("drag 100,600 to 100,300 over 0.08 by touch")
        #expect(table.isDecelerating)
        var (pinned, pushed) = (0, 0)
        for _ in 0..<150 {
            stage.wait(0.0107)
            guard table.isDecelerating, let shown = table.layer.presentation() else { break }
            let offset = shown.bounds.minY
            for (section, view) in table.stage.headers {
                guard let header = view.layer.presentation() else { continue }
                let start = table.rectForHeader(inSection: section).minY
                let end = table.rect(forSection: section).maxY - 28
                let wanted = max(start, min(offset, end))
                #expect(abs(header.frame.minY - wanted) < 0.75, "section \(section) at \(offset)")
                if wanted == offset { pinned += 1 }
                if wanted == end { pushed += 1 }
            }
        }
        #expect(pinned > 30 && pushed > 0)
    }

    @Test func a_header_that_follows_rests_at_its_place() throws {
        let source = TableSource((0..<6).map { section in (0..<12).map { "\(section).\($0)" } })
        source.titles = (0..<6).map { "Section \($0)" }
        let stage = TableWindow(source)
        try stage.host.perform("drag 100,600 to 100,300 over 0.08 by touch")
        stage.wait(6)
        #expect(!stage.table.isDecelerating && !stage.table.stage.headers.isEmpty)
        for view in stage.table.stage.headers.values {
            #expect(view.layer.animationKeys()?.isEmpty ?? true)
            #expect(view.layer.presentation()?.frame == view.frame)
        }
        try stage.show("floating")
    }
}
