import Foundation
import Testing
import UIKit

@testable import UIKitCore
@testable import UIKitNibs

/// Messages about files that cannot be read, or not wholly, and localised files.
@MainActor @Suite(.serialized) struct NibMessageTests {
    @Test func what_is_not_known_is_left_out_and_the_rest_is_shown() throws {
        let text = NibText.xib(
            """
            <view id="v"><rect key="frame" x="0" y="0" width="100" height="100"/>
                <subviews>
                    <sceneKitView id="s"><rect key="frame" x="1" y="2" width="30" height="40"/></sceneKitView>
                    <view id="u" customClass="NoSuchView"><rect key="frame" x="0" y="0" width="5" height="5"/></view>
                    <label text="Here" wobble="YES" id="l"><rect key="frame" x="0" y="50" width="50" height="20"/></label>
                </subviews>
            </view>
            """)
        let made = UINib(data: Data(text.utf8), bundle: nil).instantiate(withOwner: nil)
        let view = try #require(made.first as? UIView)
        #expect(view.subviews.count == 3 && view.subviews[0].frame == CGRect(x: 1, y: 2, width: 30, height: 40))
        #expect(type(of: view.subviews[1]) == UIView.self && (view.subviews[2] as? UILabel)?.text == "Here")
    }

    @Test func bad_and_compiled_files_are_refused() throws {
        for text in ["<document><objects>", "NIBArchive\u{1}", "bplist00", "<html/>", ""] {
            #expect(UINib(data: Data(text.utf8), bundle: nil).instantiate(withOwner: nil).isEmpty)
        }
        let folder = try NibFolder(["Old.nib": "NIBArchive"])
        #expect(folder.bundle.loadNibNamed("Old", owner: nil) == nil)
        #expect(folder.bundle.loadNibNamed("Missing", owner: nil) == nil)
    }

    @Test func the_reason_names_the_file_and_the_line() throws {
        #expect(throws: NibFile.Failure.self) {
            try NibFile(Data("<document>\n<a b></document>".utf8), path: "A.xib", bundle: nil)
        }
        do throws(NibFile.Failure) {
            _ = try NibFile(Data("<document>\n<a b></document>".utf8), path: "A.xib", bundle: nil)
        } catch {
            guard case .wrong(let text) = error else {
                Issue.record("another error")
                return
            }
            #expect(text.hasPrefix("A.xib:2:"))
        }
    }

    @Test func strings_beside_a_nib_replace_its_texts() {
        let table = NibStrings.table(
            Data("/* Class = \"UILabel\"; */\n\"abc.text\" = \"Grüße \\\"du\\\"\\n\";\n// end\n\"x.title\"=\"B\";".utf8)
        )
        #expect(table == ["abc.text": "Grüße \"du\"\n", "x.title": "B"])
        let catalogue = NibStrings.catalogue(
            Data(
                """
                {"sourceLanguage":"en","strings":{"a.text":{"localizations":{"\(NibStrings.best(["en", "de", "fr"]) ?? "en")":{"stringUnit":{"state":"translated","value":"T"}}}}},"version":"1.0"}
                """.utf8))
        #expect(catalogue.isEmpty || catalogue == ["a.text": "T"])
    }
}
