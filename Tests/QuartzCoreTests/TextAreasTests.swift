import CoreGraphics
import Foundation
import QuartzCore
import Testing

/// The record of where pictures show text, which `mica test` reads.
@Suite struct TextAreasTests {
    @Test func a_tree_has_the_areas_of_its_shown_texts() {
        let root = CALayer()
        root.frame = CGRect(x: 5, y: 5, width: 100, height: 80)
        let group = CALayer()
        group.frame = CGRect(x: 10, y: 20, width: 50, height: 50)
        root.addSublayer(group)
        for (y, isHidden) in [(2.0, false), (12, true)] {
            let text = CATextLayer()
            text.frame = CGRect(x: 1, y: y, width: 30, height: 8)
            text.isHidden = isHidden
            group.addSublayer(text)
        }
        let doubled = CGAffineTransform(scaleX: 2, y: 2)
        #expect(root.textAreas(doubled) == [CGRect(x: 22, y: 44, width: 60, height: 16)])
    }

    @Test func a_record_is_of_the_tree_that_was_drawn_last_into_a_bitmap_of_the_pictures_size() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mica-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let record = TextAreas(folder: folder.path)
        let picture: [UInt8] = [1, 2, 3]
        let file = folder.appending(path: TextAreas.name(of: picture) + ".txt")
        record.note([CGRect(x: 9, y: 9, width: 9, height: 9)], width: 20, height: 10)
        record.note([CGRect(x: 1, y: 2, width: 3, height: 4.5)], width: 20, height: 10)
        record.keep(forPNG: picture, width: 10, height: 20)
        #expect(!FileManager.default.fileExists(atPath: file.path))
        record.keep(forPNG: picture, width: 20, height: 10)
        #expect(try String(contentsOf: file, encoding: .utf8) == "1.0 2.0 3.0 4.5\n")
    }

    @Test func without_a_folder_nothing_is_recorded() {
        guard ProcessInfo.processInfo.environment["MICA_TEXT_AREAS"] == nil else { return }
        #expect(TextAreas.begin(in: nil) == nil && TextAreas.begin(in: "") == nil && TextAreas.current == nil)
    }
}
