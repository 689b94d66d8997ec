import Foundation
import MicaTrace
import Testing
import UIKit

@testable import UIKitControllers
@testable import UIKitCore
@testable import UIKitLists
@testable import UIKitNibs

/// A layout that looks at the nib's values in `init(coder:)`, and sets one of its own.
final class ShelfLayout: UICollectionViewFlowLayout {
    var seen = CGSize.zero
    required init?(coder: NSCoder) {
        super.init(coder: coder)
        seen = itemSize
        minimumLineSpacing = 3
    }
}

/// The delegate and the data source of a nib's search bar and picker.
final class FruitController: UIViewController, UISearchBarDelegate, UIPickerViewDataSource, UIPickerViewDelegate {
    weak var bar: UISearchBar!
    weak var picker: UIPickerView!
    func numberOfComponents(in pickerView: UIPickerView) -> Int { 1 }
    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int { 3 }
    final class NibNames: NibTable {
        override class var names: [NibName] {
            [.property("bar", \FruitController.bar), .property("picker", \FruitController.picker)]
        }
    }
}

/// Values of search bars, pickers, wells, layouts and split view controllers.
@MainActor @Suite(.serialized) struct NibControlTests {
    private static let frame = "<rect key=\"frame\" x=\"0\" y=\"0\" width=\"320\" height=\"56\"/>"

    private func make<View>(_ element: String, as type: View.Type = View.self) throws -> View {
        let text = NibText.xib("<placeholder placeholderIdentifier=\"IBFilesOwner\" id=\"-1\"/>" + element)
        return try #require(UINib(data: Data(text.utf8), bundle: nil).instantiate(withOwner: nil).first as? View)
    }

    @Test func a_search_bar_has_its_texts_buttons_scopes_and_traits() throws {
        let bar: UISearchBar = try make(
            """
            <searchBar contentMode="redraw" searchBarStyle="minimal" text="ap" prompt="Fruit" placeholder="Find"
                showsCancelButton="YES" showsBookmarkButton="YES" showsScopeBar="YES" translucent="NO" id="s">\(Self.frame)
                <color key="barTintColor" red="1" green="0" blue="0" alpha="1"/>
                <textInputTraits key="textInputTraits" autocorrectionType="no" smartDashesType="no" keyboardType="URL"
                    returnKeyType="go"/>
                <scopeButtonTitles><string>Sweet</string><string>Sour</string></scopeButtonTitles>
            </searchBar>
            """)
        #expect(
            bar.searchBarStyle == .minimal && bar.text == "ap" && bar.prompt == "Fruit" && bar.placeholder == "Find")
        #expect(bar.showsCancelButton && bar.showsBookmarkButton && !bar.showsSearchResultsButton && !bar.isTranslucent)
        #expect(bar.showsScopeBar && bar.scopeButtonTitles == ["Sweet", "Sour"])
        #expect(bar.barTintColor == UIColor(red: 1, green: 0, blue: 0, alpha: 1))
        #expect(bar.autocorrectionType == .no && bar.smartDashesType == .no && bar.keyboardType == .URL)
        #expect(bar.returnKeyType == .go && bar.autocapitalizationType == .none)
    }

    @Test func a_search_field_keeps_its_looks_unless_the_nib_has_others() throws {
        let field: UISearchTextField = try make(
            """
            <textField customClass="UISearchTextField" placeholder="Find" id="f">\(Self.frame)
                <color key="backgroundColor" white="1" alpha="1"/>
                <textInputTraits key="textInputTraits" returnKeyType="done"/></textField>
            """)
        #expect(field.placeholder == "Find" && field.returnKeyType == .done && field.clearButtonMode == .always)
        #expect(field.backgroundColor == UIColor(white: 1, alpha: 1) && field.leftViewMode == .always)
    }

    @Test func a_date_picker_has_its_mode_style_date_and_limits() throws {
        let picker: UIDatePicker = try make(
            """
            <datePicker contentMode="scaleToFill" datePickerMode="date" minuteInterval="5" style="wheels"
                useCurrentDate="NO" id="d">\(Self.frame)
                <date key="date" timeIntervalSinceReferenceDate="86400"><!--2001-01-02 00:00:00 +0000--></date>
                <date key="minimumDate" timeIntervalSinceReferenceDate="-86400"/>
                <date key="maximumDate" timeIntervalSinceReferenceDate="172800"/>
                <locale key="locale" localeIdentifier="de_DE"/>
            </datePicker>
            """)
        #expect(picker.datePickerMode == .date && picker.datePickerStyle == .wheels && picker.minuteInterval == 5)
        #expect(picker.date == Date(timeIntervalSinceReferenceDate: 86_400) && picker.locale?.identifier == "de_DE")
        #expect(picker.minimumDate == Date(timeIntervalSinceReferenceDate: -86_400))
        #expect(picker.maximumDate == Date(timeIntervalSinceReferenceDate: 172_800))
        let timer: UIDatePicker = try make(
            "<datePicker datePickerMode=\"countDownTimer\" countDownDuration=\"120\" id=\"d\">\(Self.frame)</datePicker>"
        )
        #expect(timer.datePickerMode == .countDownTimer && timer.countDownDuration == 120)
    }

    @Test func a_colour_well_and_a_page_control_have_their_values() throws {
        let well: UIColorWell = try make(
            """
            <colorWell title="Ink" supportsAlpha="NO" id="w">\(Self.frame)
                <color key="selectedColor" red="0" green="0" blue="1" alpha="1"/></colorWell>
            """)
        #expect(well.title == "Ink" && !well.supportsAlpha)
        #expect(well.selectedColor == UIColor(red: 0, green: 0, blue: 1, alpha: 1))
        let pages: UIPageControl = try make(
            "<pageControl numberOfPages=\"4\" currentPage=\"2\" backgroundStyle=\"prominent\" id=\"p\">\(Self.frame)</pageControl>"
        )
        #expect(pages.numberOfPages == 4 && pages.currentPage == 2 && pages.backgroundStyle == .prominent)
    }

    @Test func delegates_of_search_bars_and_pickers_are_outlets() throws {
        let folder = try NibFolder([
            "FruitController.xib": NibText.xib(
                """
                <placeholder placeholderIdentifier="IBFilesOwner" id="-1" customClass="FruitController">
                    <connections>
                        <outlet property="view" destination="v" id="c1"/><outlet property="bar" destination="s" id="c2"/>
                        <outlet property="picker" destination="p" id="c3"/>
                    </connections>
                </placeholder>
                <view id="v"><rect key="frame" x="0" y="0" width="320" height="480"/><subviews>
                    <searchBar id="s">\(Self.frame)
                        <connections><outlet property="delegate" destination="-1" id="c4"/></connections></searchBar>
                    <pickerView id="p"><rect key="frame" x="0" y="60" width="320" height="216"/>
                        <connections>
                            <outlet property="dataSource" destination="-1" id="c5"/><outlet property="delegate" destination="-1" id="c6"/>
                        </connections></pickerView>
                </subviews></view>
                """)
        ])
        let controller = FruitController(nibName: nil, bundle: folder.bundle)
        controller.loadViewIfNeeded()
        #expect(controller.bar.delegate === controller && controller.picker.delegate === controller)
        #expect(controller.picker.numberOfRows(inComponent: 0) == 3)
    }

    @Test func an_outlet_of_uikit_that_leads_to_another_class_gets_a_message() throws {
        let field: UITextField = try make(
            """
            <textField id="f">\(Self.frame)
                <connections><outlet property="leftView" destination="t" id="c"/></connections></textField>
            <tapGestureRecognizer id="t"/>
            """)
        #expect(field.leftView == nil)
        let message = "the outlet 'leftView' of UITextField takes another class than UITapGestureRecognizer"
        #expect(Notices.shared.lines.contains { $0.contains(message) })
    }

    @Test func a_layout_sees_the_nibs_values_in_init_coder() throws {
        let list: UICollectionView = try make(
            """
            <collectionView id="l">\(Self.frame)
                <collectionViewFlowLayout key="collectionViewLayout" minimumLineSpacing="10" id="f" customClass="ShelfLayout"
                    customModule="UIKitNibsTests">
                    <size key="itemSize" width="70" height="80"/>
                </collectionViewFlowLayout>
            </collectionView>
            """)
        let layout = try #require(list.collectionViewLayout as? ShelfLayout)
        #expect(layout.seen == CGSize(width: 70, height: 80) && layout.minimumLineSpacing == 3)
    }

    @Test(arguments: [false, true]) func a_split_view_controller_has_its_columns(isTriple: Bool) throws {
        let columns =
            [("masterViewController", "a"), ("detailViewController", "c")]
            + (isTriple ? [("supplementaryViewController", "b")] : [])
        let segues = columns.map {
            "<segue destination=\"\($1)\" kind=\"relationship\" relationship=\"\($0)\" id=\"r\($1)\"/>"
        }
        let scenes = ["a", "b", "c"].map {
            NibText.scene("<viewController title=\"\($0)\" id=\"\($0)\" sceneMemberID=\"viewController\"/>")
        }
        let folder = try NibFolder([
            "Split.storyboard": NibText.storyboard(
                initial: "s",
                NibText.scene(
                    """
                    <splitViewController allowDoubleColumnStyle="\(isTriple ? "YES" : "NO")" preferredDisplayMode="beside" behavior="tile"
                        minimumPrimaryColumnWidth="200" id="s" sceneMemberID="viewController">
                        <connections>\(segues.joined())</connections>
                    </splitViewController>
                    """) + scenes.joined())
        ])
        let root = UIStoryboard(name: "Split", bundle: folder.bundle).instantiateInitialViewController()
        let split = try #require(root as? UISplitViewController)
        #expect(
            split.style == (isTriple ? .tripleColumn : .unspecified)
                && split.preferredDisplayMode == .oneBesideSecondary)
        #expect(split.preferredSplitBehavior == .tile && split.minimumPrimaryColumnWidth == 200)
        #expect(
            split.viewController(for: .primary)?.title == "a" && split.viewController(for: .secondary)?.title == "c")
        #expect(split.viewController(for: .supplementary)?.title == (isTriple ? "b" : nil))
    }

    @Test func a_table_has_its_refresh_control_and_a_delegate_of_another_class_gets_a_message() throws {
        let folder = try NibFolder([
            "Pull.storyboard": NibText.storyboard(
                initial: "c",
                NibText.scene(
                    """
                    <tableViewController id="c" sceneMemberID="viewController">
                        <tableView key="view" dataMode="prototypes" style="plain" id="t"><rect key="frame" x="0" y="0" width="320" height="480"/>
                            <view key="tableFooterView" id="f"><rect key="frame" x="0" y="0" width="320" height="90"/><subviews>
                                <textField id="w">\(Self.frame)
                                    <connections><outlet property="delegate" destination="c" id="d"/></connections></textField>
                            </subviews></view>
                        </tableView>
                        <refreshControl key="refreshControl" opaque="NO" id="r"><rect key="frame" x="0" y="0" width="320" height="60"/>
                            <color key="tintColor" red="1" green="0" blue="0" alpha="1"/></refreshControl>
                    </tableViewController>
                    """))
        ])
        let root = UIStoryboard(name: "Pull", bundle: folder.bundle).instantiateInitialViewController()
        let controller = try #require(root as? UITableViewController)
        controller.loadViewIfNeeded()
        #expect(controller.refreshControl?.tintColor == UIColor(red: 1, green: 0, blue: 0, alpha: 1))
        #expect((controller.tableView.tableFooterView?.subviews.first as? UITextField)?.delegate == nil)
        #expect(
            Notices.shared.lines.contains {
                $0.contains("Pull.storyboard:")
                    && $0.contains("the outlet 'delegate' of UITextField takes another class")
            })
    }
}
