import Testing

import UIKit
@testable import UIKitCore

/// Labels whose text is made smaller, or follows the user's size of text.
@MainActor @Suite struct LabelAdjustmentTests {
    /// The first and the last row of pixels with ink, from the top.
    private func ink(_ adjustment: UIBaselineAdjustment, width: CGFloat) throws -> (top: Int, bottom: Int) {
        let label = UILabel(frame: CGRect(x: 0, y: 0, width: width, height: 80))
        label.text = "HHHHHHHH"
        label.font = .systemFont(ofSize: 40)
        label.adjustsFontSizeToFitWidth = true
        label.baselineAdjustment = adjustment
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        let image = UIGraphicsImageRenderer(size: label.bounds.size, format: format).image { _ in
            label.drawText(in: label.bounds)
        }
        let bitmap = try #require(image.cgImage).resource.bitmap()
        let rows = (0..<80).filter { y in (0..<Int(width)).contains { bitmap[$0, y] >> 24 > 128 } }
        return (try #require(rows.first), try #require(rows.last))
    }

    // *Source*: Apple, UIBaselineAdjustment; UILabel.h: "default is UIBaselineAdjustmentAlignBaselines".
    @Test func a_smaller_text_keeps_the_baseline_the_middle_or_the_top() throws {
        #expect(UILabel().baselineAdjustment == .alignBaselines)
        let whole = try ink(.alignBaselines, width: 400)
        let baseline = try ink(.alignBaselines, width: 120)
        let middle = try ink(.alignCenters, width: 120)
        let top = try ink(.none, width: 120)
        #expect(abs(baseline.bottom - whole.bottom) <= 1, "\(baseline), \(whole)")
        #expect(baseline.bottom > middle.bottom && middle.bottom > top.bottom)
        // The font's ascent above its capitals is smaller, too, so the letters' tops differ by that.
        let above = whole.top - top.top
        #expect(above > 0 && above <= 8, "\(whole), \(top)")
        let raws: [UIBaselineAdjustment] = [.alignBaselines, .alignCenters, .none]
        #expect(raws.map(\.rawValue) == [0, 1, 2])
    }

    // *Source*: Apple, UIView.minimumContentSizeCategory, maximumContentSizeCategory.
    @Test func limits_of_the_size_of_text_hold_for_a_view_and_those_in_it() {
        let outer = UIView(), inner = UILabel()
        outer.addSubview(inner)
        inner.font = .preferredFont(forTextStyle: .body)
        inner.adjustsFontForContentSizeCategory = true
        #expect(inner.font.pointSize == 17 && inner.minimumContentSizeCategory == nil)
        outer.minimumContentSizeCategory = .extraExtraExtraLarge
        #expect(inner.traitCollection.preferredContentSizeCategory == .extraExtraExtraLarge)
        // *Source*: Human Interface Guidelines, Typography: body has 23 points at xxxLarge, 14 at xSmall.
        #expect(inner.font.pointSize == 23)
        #expect(outer.appliedContentSizeCategoryLimitsDescription.contains("XXXL"))
        inner.maximumContentSizeCategory = .extraSmall
        #expect(
            inner.font.pointSize == 14 && outer.traitCollection.preferredContentSizeCategory == .extraExtraExtraLarge)
        (inner.maximumContentSizeCategory, outer.minimumContentSizeCategory) = (nil, nil)
        #expect(inner.font.pointSize == 17)
        outer.minimumContentSizeCategory = .extraLarge
        outer.maximumContentSizeCategory = .small
        #expect(outer.traitCollection.preferredContentSizeCategory == .extraLarge)
    }

    @Test func only_fonts_of_a_style_follow_and_only_if_asked() {
        let view = UIView()
        let plain = UILabel(), own = UILabel()
        for label in [plain, own] { view.addSubview(label) }
        plain.font = .preferredFont(forTextStyle: .body)
        own.font = .systemFont(ofSize: 17)
        own.adjustsFontForContentSizeCategory = true
        view.minimumContentSizeCategory = .accessibilityLarge
        #expect(plain.font.pointSize == 17 && own.font.pointSize == 17)
        plain.adjustsFontForContentSizeCategory = true
        #expect(plain.font.pointSize == 33)
    }
}
