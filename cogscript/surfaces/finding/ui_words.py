"""Words that programs put on buttons, menus and fields, and which of them mean the same.

A label may come back in another language, or in the other word for the same thing. Each line is one meaning:
English words first, then Chinese, German, French, Spanish, Japanese. It is evidence among others and never
enough to act on; what stands on different lines is known to be different.
"""

from __future__ import annotations

from functools import cache

_MEANINGS = """
ok|okay|confirm|确定|确认|好|確定|bestätigen|valider|confirmer|aceptar|confirmar|了解
cancel|abort|取消|abbrechen|annuler|cancelar|キャンセル
yes|是|ja|oui|sí|si|はい
no|否|不|nein|non|いいえ
save|store|保存|儲存|speichern|sichern|enregistrer|sauvegarder|guardar|保存する
save as|另存为|另存新檔|speichern unter|enregistrer sous|guardar como|名前を付けて保存
save all|全部保存|alles speichern|tout enregistrer|guardar todo
open|打开|開啟|öffnen|ouvrir|abrir|開く
close|关闭|關閉|schließen|fermer|cerrar|閉じる
exit|quit|退出|离开|beenden|quitter|salir|終了
new|create|新建|新增|创建|neu|anlegen|erstellen|nouveau|créer|nuevo|crear|新規
add|添加|加入|hinzufügen|ajouter|añadir|agregar|追加
delete|remove|erase|删除|移除|刪除|löschen|entfernen|supprimer|effacer|eliminar|borrar|削除
edit|modify|change|编辑|修改|更改|編輯|bearbeiten|ändern|modifier|éditer|editar|modificar|編集
apply|应用|套用|anwenden|übernehmen|appliquer|aplicar|適用
submit|send|提交|发送|送出|傳送|absenden|senden|einreichen|envoyer|soumettre|enviar|送信
reset|重置|重设|zurücksetzen|réinitialiser|restablecer|リセット
clear|清除|清空|leeren|vider|limpiar|クリア
search|find|look up|查找|搜索|搜尋|查询|suchen|suche|finden|rechercher|recherche|chercher|buscar|búsqueda|検索
replace|替换|取代|ersetzen|remplacer|reemplazar|置換
copy|复制|拷贝|複製|kopieren|copier|copiar|コピー
paste|粘贴|貼上|einfügen|coller|pegar|貼り付け
cut|剪切|剪下|ausschneiden|couper|cortar|切り取り
undo|撤销|復原|rückgängig|annuler l'action|deshacer|元に戻す
redo|重做|取消復原|wiederholen|rétablir|rehacer|やり直し
select all|全选|全選|alles auswählen|tout sélectionner|seleccionar todo|すべて選択
select|choose|选择|選擇|auswählen|wählen|sélectionner|choisir|seleccionar|elegir|選択
next|continue|forward|下一步|继续|下一个|weiter|nächste|suivant|continuer|siguiente|continuar|次へ
back|previous|上一步|返回|上一个|zurück|vorherige|précédent|retour|anterior|atrás|volver|戻る
start|begin|run|开始|启动|运行|starten|start|ausführen|démarrer|exécuter|lancer|iniciar|ejecutar|開始|実行
stop|停止|anhalten|stopp|arrêter|detener|停止する
pause|暂停|pausieren|anhalten vorläufig|suspendre|pausar|一時停止
print|打印|列印|drucken|imprimer|imprimir|印刷
settings|preferences|options|configuration|设置|設定|首选项|选项|einstellungen|optionen|paramètres|préférences|configuración|ajustes|preferencias|opciones
help|帮助|說明|hilfe|aide|ayuda|ヘルプ
about|关于|關於|über|à propos|acerca de
file|文件|檔案|datei|fichier|archivo|ファイル
view|查看|视图|檢視|ansicht|affichage|ver|vista|表示
tools|工具|werkzeuge|extras|outils|herramientas|ツール
window|窗口|視窗|fenster|fenêtre|ventana|ウィンドウ
log in|login|sign in|登录|登入|登錄|anmelden|einloggen|se connecter|connexion|iniciar sesión|acceder|ログイン
log out|logout|sign out|退出登录|注销|登出|abmelden|ausloggen|se déconnecter|déconnexion|cerrar sesión|ログアウト
register|sign up|注册|註冊|registrieren|s'inscrire|inscription|registrarse|登録
user|username|user name|account|account name|用户|用户名|账号|帐号|使用者|benutzer|benutzername|konto|utilisateur|nom d'utilisateur|identifiant|usuario|nombre de usuario|ユーザー名
password|passcode|密码|密碼|passwort|kennwort|mot de passe|contraseña|clave|パスワード
name|full name|姓名|名字|名称|vollständiger name|nom|nom complet|nombre|nombre completo|名前|氏名
first name|given name|名|vorname|prénom|nombre de pila
last name|surname|family name|姓|nachname|nom de famille|apellido|apellidos|姓氏
e-mail|email|mail|e-mail address|email address|邮箱|电子邮件|電子郵件|邮件|e-mail-adresse|courriel|adresse e-mail|correo|correo electrónico|メール
phone|telephone|phone number|mobile|电话|手机|手机号|電話|telefon|telefonnummer|téléphone|teléfono
address|地址|adresse|anschrift|dirección|住所
city|town|城市|stadt|ort|ville|ciudad|市
country|国家|國家|land|pays|país|国
date|日期|datum|fecha|日付
time|时间|時間|zeit|uhrzeit|heure|hora
amount|sum|金额|數量|数量|betrag|menge|montant|quantité|cantidad|importe|金額
price|价格|價格|preis|prix|precio|価格
total|合计|总计|總計|summe|gesamt|totaal|合計
number|no|编号|号码|nummer|nr|numéro|número|番号
title|标题|標題|titel|titre|título|タイトル
description|描述|说明|說明文字|beschreibung|descripción|説明
comment|comments|remark|note|notes|备注|注释|评论|kommentar|bemerkung|notiz|commentaire|remarque|comentario|nota|コメント
message|消息|信息|nachricht|meldung|mensaje|メッセージ
subject|主题|主旨|betreff|objet|sujet|asunto|件名
quantity|qty|anzahl|nombre d'articles
download|下载|下載|herunterladen|télécharger|descargar|ダウンロード
upload|上传|上傳|hochladen|téléverser|subir|cargar|アップロード
import|导入|匯入|importieren|importer|importar|インポート
export|导出|匯出|exportieren|exporter|exportar|エクスポート
refresh|reload|update|刷新|重新加载|重新整理|更新|aktualisieren|neu laden|actualiser|recharger|actualizar|recargar|再読み込み
browse|浏览|瀏覽|durchsuchen|parcourir|examinar|参照
details|more|详情|更多|详细信息|mehr|détails|plus|detalles|más|詳細
buy|purchase|购买|購買|kaufen|acheter|comprar|購入
pay|支付|付款|bezahlen|zahlen|payer|pagar|支払う
order|订单|訂單|下单|bestellen|bestellung|commander|commande|pedir|pedido|注文
approve|accept|allow|批准|同意|接受|允许|genehmigen|akzeptieren|erlauben|zulassen|approuver|accepter|autoriser|aprobar|permitir|許可|承認
reject|decline|deny|refuse|拒绝|拒絕|ablehnen|verweigern|rejeter|refuser|rechazar|denegar|拒否
enable|activate|turn on|启用|開啟功能|aktivieren|einschalten|activer|habilitar|activar|有効
disable|deactivate|turn off|禁用|停用|deaktivieren|ausschalten|désactiver|deshabilitar|desactivar|無効
show|显示|顯示|anzeigen|zeigen|afficher|mostrar
hide|隐藏|隱藏|ausblenden|verbergen|masquer|cacher|ocultar|非表示
minimize|最小化|minimieren|réduire|minimizar
maximize|最大化|maximieren|agrandir|maximizar
up|上|向上|上移|nach oben|hoch|haut|monter|arriba|上へ
down|下|向下|下移|nach unten|runter|bas|descendre|abajo|下へ
left|左|向左|links|gauche|izquierda
right|右|向右|rechts|droite|derecha
home|主页|首页|首頁|startseite|accueil|inicio|ホーム
language|语言|語言|sprache|langue|idioma|言語
general|常规|一般|allgemein|général
advanced|高级|進階|erweitert|avancé|avanzado|詳細設定
error|错误|錯誤|fehler|erreur|エラー
warning|警告|warnung|avertissement|advertencia
check in|签到|einchecken|enregistrement
check out|结账|退房|auschecken
connect|连接|連線|verbinden|connecter|conectar|接続
disconnect|断开|中斷連線|trennen|déconnecter|desconectar|切断
lock|锁定|鎖定|sperren|verrouiller|bloquear
unlock|解锁|解鎖|entsperren|déverrouiller|desbloquear
play|播放|abspielen|wiedergeben|lire|reproducir|再生
mute|静音|靜音|stumm|muet|silenciar|ミュート
zoom in|放大|vergrößern|zoom avant|acercar|拡大
zoom out|缩小|縮小|verkleinern|zoom arrière|alejar
""".strip()  # noqa: E501


@cache
def _table() -> dict[str, int]:
    """A word → the line it stands on; a word of several meanings is left out."""
    table: dict[str, int] = {}
    several: set[str] = set()
    for number, line in enumerate(_MEANINGS.splitlines()):
        for word in line.split("|"):
            if table.setdefault(word.casefold(), number) != number:
                several.add(word.casefold())
    return {word: number for word, number in table.items() if word not in several}


def meaning_of(label: str) -> int | None:
    """Which of the meanings above a label has; None when it is no such word."""
    return _table().get(label.casefold())


def mentions(label: str, word: str) -> bool:
    """Whether a word, or one that means the same, stands somewhere in a label."""
    table, said = _table(), label.casefold()
    meant = table[word]
    return any(each in said for each, number in table.items() if number == meant)
