import CoreGraphics
import Foundation
import Testing
import UIKit

@testable import UIKitCore
@testable import UIKitNibs

/// Values of classes.
@MainActor @Suite(.serialized) struct NibValueTests {
    private func make<View>(_ element: String, _ files: [String: String] = [:], as type: View.Type = View.self) throws
        -> View
    {
        var all = files
        all["Values.xib"] = NibText.xib("<placeholder placeholderIdentifier=\"IBFilesOwner\" id=\"-1\"/>" + element)
        let folder = try NibFolder(all)
        return try #require(folder.bundle.loadNibNamed("Values", owner: nil)?.first as? View)
    }

    @Test func a_stack_has_its_arrangement() throws {
        let stack: UIStackView = try make(
            """
            <stackView opaque="NO" axis="vertical" distribution="fillEqually" alignment="center" spacing="8" id="s">
                <rect key="frame" x="0" y="0" width="100" height="100"/>
                <subviews>
                    <label text="a" id="a"><rect key="frame" x="0" y="0" width="1" height="1"/></label>
                    <view id="b"><rect key="frame" x="0" y="0" width="1" height="1"/></view>
                </subviews>
            </stackView>
            """)
        #expect(stack.axis == .vertical && stack.distribution == .fillEqually)
        #expect(stack.alignment == .center && stack.spacing == 8)
        #expect(stack.arrangedSubviews == stack.subviews && stack.arrangedSubviews.count == 2)
    }

    @Test func controls_have_their_values() throws {
        let slider: UISlider = try make(
            "<slider value=\"5\" minValue=\"2\" maxValue=\"9\" id=\"s\"><rect key=\"frame\" x=\"0\" y=\"0\" width=\"90\" height=\"30\"/></slider>"
        )
        #expect(slider.minimumValue == 2 && slider.maximumValue == 9 && slider.value == 5)
        let segments: UISegmentedControl = try make(
            """
            <segmentedControl selectedSegmentIndex="1" id="s"><rect key="frame" x="0" y="0" width="90" height="30"/>
                <segments><segment title="One"/><segment title="Two"/></segments></segmentedControl>
            """)
        #expect(
            segments.numberOfSegments == 2 && segments.titleForSegment(at: 1) == "Two"
                && segments.selectedSegmentIndex == 1)
        let field: UITextField = try make(
            """
            <textField borderStyle="roundedRect" placeholder="Name" textAlignment="center" clearButtonMode="whileEditing" id="f">
                <rect key="frame" x="0" y="0" width="90" height="30"/>
                <textInputTraits key="textInputTraits" keyboardType="emailAddress" returnKeyType="done" secureTextEntry="YES"/>
            </textField>
            """)
        #expect(field.borderStyle == .roundedRect && field.placeholder == "Name" && field.textAlignment == .center)
        #expect(field.keyboardType == .emailAddress && field.returnKeyType == .done && field.isSecureTextEntry)
        let button: UIButton = try make(
            """
            <button buttonType="system" id="b"><rect key="frame" x="0" y="0" width="90" height="30"/>
                <state key="normal" title="Go"><color key="titleColor" red="1" green="0" blue="0" alpha="1"/></state>
                <state key="disabled" title="Wait"/></button>
            """)
        #expect(
            button.buttonType == .system && button.title(for: .normal) == "Go" && button.title(for: .disabled) == "Wait"
        )
        #expect(button.titleColor(for: .normal) == UIColor(red: 1, green: 0, blue: 0, alpha: 1))
        let filled: UIButton = try make(
            """
            <button buttonType="system" id="b"><rect key="frame" x="0" y="0" width="90" height="30"/>
                <state key="normal" title="Button"/>
                <buttonConfiguration key="configuration" style="filled" title="Buy" imagePadding="4" cornerStyle="capsule"/></button>
            """)
        #expect(
            filled.configuration?.title == "Buy" && filled.configuration?.imagePadding == 4
                && filled.configuration?.cornerStyle == .capsule)
    }

    @Test func named_colours_come_from_the_catalogue_and_follow_the_appearance() throws {
        let set = """
            {"colors":[{"idiom":"universal","color":{"color-space":"srgb","components":{"red":"1.000","green":"0x80","blue":"0","alpha":"1"}}},
            {"idiom":"universal","appearances":[{"appearance":"luminosity","value":"dark"}],
            "color":{"color-space":"srgb","components":{"red":"0","green":"0","blue":"255","alpha":"1"}}}],"info":{"author":"xcode","version":1}}
            """
        let view: UIView = try make(
            "<view id=\"v\"><rect key=\"frame\" x=\"0\" y=\"0\" width=\"9\" height=\"9\"/><color key=\"backgroundColor\" name=\"Accent\"/></view>",
            ["Assets.xcassets/Accent.colorset/Contents.json": set])
        let color = try #require(view.backgroundColor)
        let light = color.resolvedColor(with: UITraitCollection(userInterfaceStyle: .light))
        let dark = color.resolvedColor(with: UITraitCollection(userInterfaceStyle: .dark))
        #expect(
            light == UIColor(red: 1, green: 128.0 / 255, blue: 0, alpha: 1)
                && dark == UIColor(red: 0, green: 0, blue: 1, alpha: 1))
    }

    @Test func styled_text_multiline_text_and_hidden_values() throws {
        let label: UILabel = try make(
            """
            <label numberOfLines="0" lineBreakMode="wordWrap" hidden="YES" alpha="0.5" id="l">
                <rect key="frame" x="0" y="0" width="90" height="30"/>
                <string key="text">Two
            lines</string></label>
            """)
        #expect(label.text == "Two\nlines" && label.numberOfLines == 0 && label.isHidden && label.alpha == 0.5)
        let styled: UILabel = try make(
            """
            <label id="l"><rect key="frame" x="0" y="0" width="90" height="30"/>
                <attributedString key="attributedText">
                    <fragment content="Red"><attributes><color key="NSColor" red="1" green="0" blue="0" alpha="1"/></attributes></fragment>
                    <fragment><string key="content"> plain</string></fragment></attributedString></label>
            """)
        #expect(styled.attributedText?.string == "Red plain")
        let color = unsafe styled.attributedText?.attribute(.foregroundColor, at: 0, effectiveRange: nil) as? UIColor
        #expect(color == UIColor(red: 1, green: 0, blue: 0, alpha: 1))
    }

    @Test func gesture_recognizers_of_a_nib_are_added_to_their_view() throws {
        let folder = try NibFolder([
            "Tap.xib": NibText.xib(
                """
                <view id="v"><rect key="frame" x="0" y="0" width="90" height="90"/>
                    <connections><outletCollection property="gestureRecognizers" destination="t" appends="YES" id="c"/></connections></view>
                <tapGestureRecognizer numberOfTapsRequired="2" id="t"/>
                """)
        ])
        let made = try #require(folder.bundle.loadNibNamed("Tap", owner: nil))
        let view = try #require(made.first as? UIView)
        #expect(
            (view.gestureRecognizers?.first as? UITapGestureRecognizer)?.numberOfTapsRequired == 2 && made.count == 2)
    }

    @Test func variations_for_the_present_size_class_leave_views_out() throws {
        let view: UIView = try make(
            """
            <view id="v"><rect key="frame" x="0" y="0" width="90" height="90"/>
                <subviews>
                    <view id="a"><rect key="frame" x="0" y="0" width="9" height="9"/></view>
                    <view id="b"><rect key="frame" x="0" y="0" width="9" height="9"/></view>
                </subviews>
                <variation key="default"><mask key="subviews"><exclude reference="a"/></mask></variation>
            </view>
            """)
        #expect(view.subviews.count == 1)
    }

    @Test func variations_for_the_present_size_class_have_numbers_and_fonts() throws {
        let traits = UITraitCollection.system
        let width = traits.horizontalSizeClass == .regular ? "regular" : "compact"
        let other = traits.horizontalSizeClass == .regular ? "compact" : "regular"
        let label: UILabel = try make(
            """
            <label numberOfLines="1" id="l"><rect key="frame" x="0" y="0" width="90" height="30"/>
                <fontDescription key="fontDescription" type="system" pointSize="17"/>
                <variation key="widthClass=\(width)" numberOfLines="3">
                    <fontDescription key="fontDescription" type="system" pointSize="24"/></variation>
                <variation key="widthClass=\(other)" numberOfLines="5">
                    <fontDescription key="fontDescription" type="system" pointSize="40"/></variation>
            </label>
            """)
        #expect(label.numberOfLines == 3 && label.font.pointSize == 24)
    }
}
